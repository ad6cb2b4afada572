/** Texts that do not fit in their fields, or that no font can write. */
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { PdfPageSize } from '../pdf/page-geometry.ts'
import { draft, draftOfBen, field, SIGNED } from '../testing/placed-fields.ts'
import { serveFonts } from '../testing/serve-fonts.ts'
import type { Draft, PlacedField } from './draft.ts'
import { findMissing, type Missing } from './missing.ts'
import { findUndrawable, textsOf } from './undrawable-texts.ts'

let fonts: ReturnType<typeof serveFonts>
beforeEach(() => {
  fonts = serveFonts()
})
afterEach(() => fonts.restore())

/** Returns what is missing once the texts were drawn, on pages of which the fourth one is turned by 90 degrees if `isTurned`. */
async function missingAsDrawn(one: Draft, isTurned = false): Promise<Missing | null> {
  const size = { width: 612, height: 792 }
  const page: PdfPageSize = { ...size, box: { x: 0, y: 0, ...size }, rotation: isTurned ? 90 : 0 }
  const texts = textsOf(one, 'ana@x.example', [page, page, page, page])
  return findMissing(one, 'ana@x.example', await findUndrawable(texts, new Map()))
}

const sized = (width: number, height: number, his: PlacedField) => ({
  ...his,
  rectangle: { x: 0, y: 0, width, height },
})
const LONG = 'A flat with two rooms, a kitchen and a garden'
const TOO_LONG =
  '“A flat with two rooms, a kitch…” does not fit in this field. Make the field larger or the text shorter.'

test.each<[string, PlacedField, Partial<Missing> | null]>([
  [
    'a long default',
    { ...field('text'), settings: { preset: LONG } },
    { sentence: `“Text” on page 4: ${TOO_LONG}`, isSetting: true },
  ],
  [
    'a read-only company with other characters',
    { ...field('company'), settings: { preset: '\u{12000}', isReadOnly: true } },
    {
      sentence:
        '“Company” on page 4: These characters cannot be written into the PDF: \u{12000}. Remove them.',
      isSetting: true,
    },
  ],
  [
    'a long option',
    { ...field('dropdown'), settings: { options: ['A', LONG] } },
    { sentence: `“Drop-down list” on page 4: ${TOO_LONG}`, isSetting: true },
  ],
  ['an address', field('email'), { isSetting: false, field: { id: 'email' } as PlacedField }],
  ['a short default', { ...field('text'), settings: { preset: 'A' } }, null],
  ['a name', field('name'), null],
  ['a tick', { ...field('checkbox'), settings: { preset: '1' } }, null],
])('%s is drawn before it is sent', async (_what, his, expected) => {
  const missing = await missingAsDrawn(draftOfBen(sized(16, 12, his)))
  if (expected === null) expect(missing).toBeNull()
  else expect(missing).toMatchObject(expected)
})

test('a text of the sender is drawn as it will be signed, on a page as it is shown', async () => {
  const own = (text: string, width: number, height: number) =>
    draft({ fields: [SIGNED, sized(width, height, field('text', { kind: 'text', text }))] })
  expect(await missingAsDrawn(own(LONG, 120, 8))).toBeNull()
  expect(await missingAsDrawn(own(LONG, 8, 120))).toMatchObject({
    sentence: `“Text” on page 4: ${TOO_LONG}`,
    isSetting: false,
  })
  expect(await missingAsDrawn(own(LONG, 8, 120), true)).toBeNull()
})

test('a text whose font cannot be loaded is not called too long', async () => {
  fonts.state.isOnline = false
  const his = { ...field('text'), settings: { preset: '\u0416'.repeat(99) } }
  expect(await missingAsDrawn(draftOfBen(his))).toBeNull()
})
