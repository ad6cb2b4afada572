/** What signatures and time-stamps may show that are added to a signed page of 300 by 300. */
import { describe, expect, test } from '@jest/globals'
import { issueId, TIME_STAMPING } from './testing/pki.ts'
import { allChanges, signedWith } from './testing/prepared.ts'
import { resign, SIGNATURE_SPACE, signSpace, timeStamp } from './testing/sign.ts'
import { append, OVERLAY } from './testing/updates.ts'

const SIGNER = issueId({ name: 'Another signer' })
const AUTHORITY = issueId({ name: 'Time-stamps', purposes: [TIME_STAMPING] })
const STAMP_SPACE = SIGNATURE_SPACE.replace('ETSI.CAdES.detached', 'ETSI.RFC3161')

function stamp(file: Uint8Array): Uint8Array {
  const token = { signer: AUTHORITY }
  return resign(signSpace(file, AUTHORITY), (signed) =>
    timeStamp(signed, '2026-11-26T10:00:00Z', token),
  )
}

const LINK = '<< /Type /Annot /Subtype /Link /Rect [200 200 300 300] >>'
const PAGE = '/Type /Page /Parent 2 0 R /MediaBox [0 0 300 300]'
const FORM = '/AcroForm << /SigFlags 3 /Fields [5 0 R 6 0 R'
const CATALOG = `/Type /Catalog /Pages 2 0 R ${FORM}`

describe('a signature in a new visible field', () => {
  const file = signedWith({
    3: `<< ${PAGE} /Annots [4 0 R 6 0 R] >>`,
    4: LINK,
    5: '<< /FT /Tx /T (a) /P 3 0 R /Rect [0 200 50 300] >>',
  })
  const WIDGET = '/Type /Annot /Subtype /Widget /F 132 /P 3 0 R /AP << /N 51 0 R >>'
  const ONE = `<< /FT /Sig /T (x) /V 52 0 R ${WIDGET} /Rect [0 0 90 100] >>`

  function update(field: string, more: Record<number, string> = {}, page = PAGE): Uint8Array {
    const objects = {
      1: `<< ${CATALOG} 50 0 R] >> >>`,
      3: `<< ${page} /Annots [4 0 R 6 0 R 50 0 R] >>`,
      50: field,
      51: OVERLAY,
      52: SIGNATURE_SPACE,
      ...more,
    }
    return append(file, { objects })
  }

  test('may cover a tenth of the page', async () => {
    const changed = signSpace(update(ONE), SIGNER)
    expect(await allChanges(changed)).toEqual(['+ visible-signature-added x'])
  })

  test('may be next to an annotation', async () => {
    const field = ONE.replace('[0 0 90 100]', '[200 100 250 200]')
    expect(await allChanges(signSpace(update(field), SIGNER))).toEqual([
      '+ visible-signature-added x',
    ])
  })

  test('may have a widget of its own', async () => {
    const field = '<< /FT /Sig /T (x) /V 52 0 R /Kids [53 0 R] >>'
    const widget = `<< ${WIDGET} /Parent 50 0 R /Rect [0 0 90 100] >>`
    const page = `<< ${PAGE} /Annots [4 0 R 6 0 R 53 0 R] >>`
    const changed = signSpace(update(field, { 3: page, 53: widget }), SIGNER)
    expect(await allChanges(changed)).toEqual(['+ visible-signature-added x'])
  })

  const at = (rectangle: string) => ONE.replace('[0 0 90 100]', rectangle)
  const TWICE = `<< ${PAGE} /Annots [4 0 R 6 0 R 50 0 R 50 0 R] >>`
  const UNLISTED = `<< ${PAGE} /Annots [4 0 R 6 0 R] >>`
  test.each<[string, string, Record<number, string>]>([
    ['must not cover more', at('[0 0 91 100]'), {}],
    ['must not cover more with its corners in another order', at('[300 300 0 0]'), {}],
    ['must not leave the page', at('[-10 0 50 50]'), {}],
    ['must not cover a part of an annotation', at('[190 190 210 210]'), {}],
    ['must not cover a part of a field that the page does not list', at('[40 190 60 210]'), {}],
    ['must be on a page', ONE, { 3: UNLISTED }],
    ['must be there once', at('[0 0 10 10]'), { 3: TWICE }],
    ['must not name another page', ONE.replace('/P 3 0 R', '/P 2 0 R'), {}],
    ['must not have a size of its own when the page is enlarged', ONE.replace('132', '140'), {}],
    ['must not have a rectangle that cannot be read', at('[0 0 90 /x]'), {}],
  ])('%s', async (_, field, more) => {
    const changes = await allChanges(signSpace(update(field, more), SIGNER))
    expect(changes).toContain('- form-changed x')
  })

  test('must not cover more together with another', async () => {
    const other = `<< /FT /Sig /T (y) /V 54 0 R ${WIDGET} /Rect [100 0 110 10] >>`
    const more = {
      1: `<< ${CATALOG} 50 0 R 53 0 R] >> >>`,
      3: `<< ${PAGE} /Annots [4 0 R 6 0 R 50 0 R 53 0 R] >>`,
      53: other,
    }
    expect(await allChanges(signSpace(update(ONE, more), SIGNER))).toEqual([
      '- form-changed x',
      '- form-changed y',
    ])
  })

  test('must be within the part of the page that is shown', async () => {
    const cropped = signedWith({ 3: `<< ${PAGE} /CropBox [50 50 300 300] /Annots [6 0 R] >>` })
    const changed = append(cropped, {
      objects: {
        1: `<< ${CATALOG} 50 0 R] >> >>`,
        3: `<< ${PAGE} /CropBox [50 50 300 300] /Annots [6 0 R 50 0 R] >>`,
        50: at('[40 60 60 70]'),
        52: SIGNATURE_SPACE,
      },
    })
    expect(await allChanges(signSpace(changed, SIGNER))).toEqual(['- form-changed x'])
  })

  test('must not be a time-stamp', async () => {
    const changed = stamp(update(ONE, { 52: STAMP_SPACE }))
    expect(await allChanges(changed)).toEqual(['- form-changed x'])
  })

  test('must not be another kind of annotation, even without a size', async () => {
    const field = at('[0 0 0 0]').replace('/Widget', '/Text')
    expect(await allChanges(signSpace(update(field), SIGNER))).toEqual(['- form-changed x'])
  })
})

describe('a time-stamp or signature in an existing field', () => {
  const FIELD = '/Type /Annot /Subtype /Widget /FT /Sig /T (x) /P 3 0 R'
  const LEVEL = '/Reference [<< /TransformMethod /DocMDP /TransformParams << /P 1 >> >>] /Type /Sig'
  const prepare = (rectangle: string, level: string) =>
    signedWith({
      3: `<< ${PAGE} /Annots [5 0 R 6 0 R] >>`,
      5: `<< ${FIELD} ${rectangle} >>`,
      7: SIGNATURE_SPACE.replace('/Type /Sig', level),
    })
  const stampIn = (rectangle: string, look: string, level = '/Type /Sig') =>
    stamp(
      append(prepare(rectangle, level), {
        objects: {
          5: `<< ${FIELD} ${rectangle} ${look} /V 52 0 R >>`,
          51: OVERLAY,
          52: STAMP_SPACE,
        },
      }),
    )
  const [SHOWN, NOT_SHOWN] = ['/Rect [0 0 300 300]', '/Rect [0 0 0 0]']
  const LOOK = '/AP << /N 51 0 R >>'

  test('a time-stamp must not draw anything', async () => {
    expect(await allChanges(stampIn(SHOWN, LOOK))).toEqual([
      '+ time-stamp-added x',
      '- appearance-changed x',
    ])
    expect(await allChanges(stampIn(SHOWN, ''))).toEqual(['+ time-stamp-added x'])
  })

  test('a time-stamp may have an appearance if it is not shown', async () => {
    expect(await allChanges(stampIn(NOT_SHOWN, LOOK))).toEqual(['+ time-stamp-added x'])
  })

  test('a time-stamp needs a field that is not shown if nothing may change (DocMDP 1)', async () => {
    expect(await allChanges(stampIn(SHOWN, '', LEVEL))).toEqual(['- time-stamp-added x'])
    expect(await allChanges(stampIn(NOT_SHOWN, '', LEVEL))).toEqual(['+ time-stamp-added x'])
  })

  test('a signature in it is named as visible if it draws something, and only then', async () => {
    const signIn = (rectangle: string, look: string) =>
      signSpace(
        append(prepare(rectangle, '/Type /Sig'), {
          objects: {
            5: `<< ${FIELD} ${rectangle} ${look} /V 52 0 R >>`,
            51: OVERLAY,
            52: SIGNATURE_SPACE,
          },
        }),
        SIGNER,
      )
    expect(await allChanges(signIn(SHOWN, LOOK))).toEqual(['+ visible-signature-added x'])
    expect(await allChanges(signIn(SHOWN, ''))).toEqual(['+ signature-added x'])
    expect(await allChanges(signIn(NOT_SHOWN, LOOK))).toEqual(['+ signature-added x'])
  })
})
