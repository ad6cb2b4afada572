import { describe, expect, test } from '@jest/globals'
import { ATTACKS_ON_CATALOG } from './testing/attacks-on-catalog.ts'
import { ATTACKS_ON_FORM } from './testing/attacks-on-form.ts'
import { ATTACKS_ON_PAGES } from './testing/attacks-on-pages.ts'
import { changesOf, readTestFile } from './testing/files.ts'
import {
  AGREE,
  AMOUNT,
  addField,
  annotate,
  annotation,
  CATALOG,
  editCatalog,
  fill,
} from './testing/numbers.ts'
import { issueId } from './testing/pki.ts'
import { SIGNATURE_SPACE, signSpace } from './testing/sign.ts'
import { append, edit, objectText, stream } from './testing/updates.ts'

/** Files with one signature each, by the level of its DocMDP. */
const FILES = {
  none: readTestFile('p384.pdf'),
  1: readTestFile('certified-p1.pdf'),
  2: readTestFile('certified-p2.pdf'),
  3: readTestFile('certified-p3.pdf'),
}
const LEVELS = ['none', 1, 2, 3] as const

describe('what no signature permits', () => {
  const attacks = { ...ATTACKS_ON_PAGES, ...ATTACKS_ON_FORM, ...ATTACKS_ON_CATALOG }
  for (const [name, [attack, expected]] of Object.entries(attacks)) {
    test.each(LEVELS)(`${name} (DocMDP %s)`, async (level) => {
      expect(await changesOf(attack(FILES[level]))).toEqual(expected)
    })
  }
})

const XMP = stream('<x/>', '/Type /Metadata /Subtype /XML ')

type Dependent = [change: (file: Uint8Array) => Uint8Array, expected: string, signs: string]

/** What some signatures permit: `+` and `-` for no DocMDP and the levels 1, 2, 3. */
const DEPENDENT: Record<string, Dependent> = {
  'a text field filled': [fill, 'field-filled amount', '+-++'],
  'a box checked': [
    (file) => edit(file, AGREE, /\/AS \/Off|\/V \/Off/g, (entry) => entry.replace('Off', 'Yes')),
    'field-filled agree',
    '+-++',
  ],
  'a field made read-only': [
    (file) => edit(file, AMOUNT, '/FT /Tx', '/FT /Tx /Ff 1'),
    'form-changed amount',
    '+-++',
  ],
  'a highlight that readers draw': [
    (file) => annotate(file, annotation('Highlight')),
    'annotation-added 1',
    '---+',
  ],
  'a validation store': [
    (file) => editCatalog(file, '/DSS << /Type /DSS /Certs [] >>'),
    'validation-data-added',
    '++++',
  ],
  'XMP metadata': [
    (file) => {
      const catalog = objectText(file, CATALOG).replace(/\/Metadata \d+ 0 R/, '')
      const changed = catalog.replace('/Type /Catalog', '/Type /Catalog /Metadata 50 0 R')
      return append(file, { objects: { [CATALOG]: changed, 50: XMP } })
    },
    'metadata-changed',
    '+-++',
  ],
  'the time of the last change': [
    (file) =>
      append(file, { objects: { 50: '<< /ModDate (D:2027) >>' }, trailer: '/Info 50 0 R ' }),
    'metadata-changed',
    '+-++',
  ],
  'a font added to the default resources': [
    (file) => edit(file, CATALOG, '/F1 2 0 R', '/F1 2 0 R /F2 2 0 R'),
    'form-changed',
    '+-++',
  ],
  'a hidden signature field without a signature': [
    (file) => addField(file, '<< /FT /Sig /T (extra) /Subtype /Widget /Rect [0 0 0 0] >>'),
    'form-changed extra',
    '+-++',
  ],
}

describe('what depends on the level', () => {
  for (const [name, [change, expected, signs]] of Object.entries(DEPENDENT)) {
    const cases = LEVELS.map((level, index) => [level, signs[index] ?? ''] as const)
    test.each(cases)(`${name} (DocMDP %s: %s)`, async (level, sign) => {
      expect(await changesOf(change(FILES[level]))).toEqual([`${sign} ${expected}`])
    })
  }
})

describe('locks', () => {
  test('a locked field must not be filled, another one may', async () => {
    const file = readTestFile('locked.pdf')
    expect(await changesOf(fill(file))).toEqual(['- field-filled amount'])
    const note = edit(file, 4, '/FT /Tx', '/FT /Tx /V (x)')
    expect(await changesOf(note)).toEqual(['+ field-filled note'])
  })

  test('a lock on all fields covers each', async () => {
    const file = readTestFile('locked-all.pdf')
    expect(await changesOf(fill(file))).toEqual(['- field-filled amount'])
  })

  test('a locked field may become read-only', async () => {
    const file = edit(readTestFile('locked.pdf'), AMOUNT, '/FT /Tx', '/FT /Tx /Ff 1')
    expect(await changesOf(file)).toEqual(['+ form-changed amount'])
  })
})

test('a visible widget of a new field needs an intact signature', async () => {
  const field = '<< /FT /Sig /T (extra) /Kids [52 0 R] >>'
  const kid = '<< /Subtype /Widget /Parent 50 0 R /Rect [0 0 9 9] /AP << /N 51 0 R >> >>'
  expect(await changesOf(addField(FILES.none, field, kid))).toEqual([
    '+ form-changed extra',
    '- form-changed extra',
  ])
})

describe('a new signature', () => {
  const signer = issueId()
  const sign = (file: Uint8Array, rect: string) => {
    const field = `<< /FT /Sig /T (extra) /Subtype /Widget /Rect ${rect} /V 52 0 R >>`
    const page = objectText(file, 8).replace('/Annots [', '/Annots [ 50 0 R')
    const catalog = objectText(file, CATALOG).replace('16 0 R ]', '16 0 R 50 0 R ]')
    const objects = { [CATALOG]: catalog, 8: page, 50: field, 52: SIGNATURE_SPACE }
    return signSpace(append(file, { objects }), signer)
  }
  const SIGNS = { none: ['+', '+'], 1: ['-', '-'], 2: ['+', '-'], 3: ['+', '-'] }

  test.each(LEVELS)('is judged by whether it covers the page (DocMDP %s)', async (level) => {
    const [hidden, visible] = SIGNS[level]
    const file = FILES[level]
    expect(await changesOf(sign(file, '[0 0 0 0]'))).toEqual([`${hidden} signature-added extra`])
    expect(await changesOf(sign(file, '[0 0 9 9]'))).toEqual([
      `${visible} visible-signature-added extra`,
    ])
  })
})

describe('several revisions', () => {
  test('a change that a later revision takes back is reported', async () => {
    const file = FILES.none
    const shown = annotate(file, annotation('FreeText'))
    const page = objectText(file, 8)
    expect(await changesOf(append(shown, { objects: { 8: page } }))).toEqual([
      '- annotation-added 1',
      '- annotation-changed 1',
    ])
  })

  test('a field may be filled again', async () => {
    const file = edit(fill(FILES.none), AMOUNT, '(200)', '(300)')
    expect(await changesOf(file)).toEqual(['+ field-filled amount'])
  })

  test('an update without changes changes nothing', async () => {
    const file = append(FILES[1], { objects: { [CATALOG]: objectText(FILES[1], CATALOG) } })
    expect(await changesOf(append(file, {}))).toEqual([])
  })

  test('an object that nothing leads to changes nothing', async () => {
    expect(await changesOf(append(FILES[1], { objects: { 60: '(hidden)' } }))).toEqual([])
  })
})
