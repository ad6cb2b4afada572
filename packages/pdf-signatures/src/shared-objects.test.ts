import { describe, expect, test } from '@jest/globals'
import { refusedChanges, signedWith } from './testing/prepared.ts'
import { append, OVERLAY, stream } from './testing/updates.ts'

const IMAGE = (amount: string) =>
  stream(`BT (pay ${amount}) Tj ET`, '/Type /XObject /Subtype /Form /BBox [0 0 300 300] ')

/**
 * A document that its author prepared for an attack after signing: one object is a text field and also the dictionary of
 * XObjects of the page, so that filling the field replaces what the page draws as `/V`.
 */
function prepare(resources: string, look: string): Uint8Array {
  return signedWith({
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [4 0 R 6 0 R 9 0 R] >> >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Annots [4 0 R 6 0 R 9 0 R] ${resources} >>`,
    4: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 0 0] /V 5 0 R >>',
    5: IMAGE('100'),
    8: stream('/V Do'),
    9: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (b) /Rect [0 0 300 300] ${look} >>`,
    10: stream('/V Do', '/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject 4 0 R >> '),
  })
}

function changes(file: Uint8Array): Promise<string[]> {
  return refusedChanges(append(file, { objects: { 5: IMAGE('999') } }))
}

test('a field that is also the resources of a page cannot be filled unnoticed', async () => {
  const resources = '/Contents 8 0 R /Resources << /XObject 4 0 R >>'
  expect(await changes(prepare(resources, ''))).toEqual(['appearance-changed 1'])
})

test('a field that is also the resources of another widget cannot be filled unnoticed', async () => {
  expect(await changes(prepare('', '/AP << /N 10 0 R >>'))).toEqual(['appearance-changed b'])
})

test('a field that is nothing else may be filled', async () => {
  expect(await changes(prepare('', ''))).toEqual([])
})

test('a note that is also the configuration of layers cannot be changed unnoticed', async () => {
  const note = '/Type /Annot /Subtype /Text /Rect [0 0 9 9]'
  const file = signedWith({
    1: '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [] /D 4 0 R >> >>'.replace(
      '/OCP',
      '/AcroForm << /SigFlags 3 /Fields [6 0 R] >> /OCP',
    ),
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Annots [4 0 R 6 0 R] >>',
    4: `<< ${note} >>`,
  })
  const changed = append(file, { objects: { 4: `<< ${note} /OFF [] >>` } })
  expect(await refusedChanges(changed)).toEqual(['annotation-changed 1', 'document-changed null'])
})

test.each(['4 0 R', '[4 0 R]'])(
  'a field that is also the value %s of a catalog entry cannot be filled unnoticed',
  async (value) => {
    const catalog = '/AcroForm << /SigFlags 3 /Fields [4 0 R 6 0 R] >>'
    const file = signedWith({
      1: `<< /Type /Catalog /Pages 2 0 R ${catalog} /OCProperties << /OCGs [] /D ${value} >> >>`,
      4: '<< /FT /Tx /T (a) >>',
    })
    const changed = append(file, { objects: { 4: '<< /FT /Tx /T (a) /AS /OFF /V (x) >>' } })
    expect(await refusedChanges(changed)).toEqual(['document-changed null'])
  },
)

describe('fields that are no indirect objects', () => {
  const direct = Array.from({ length: 40 }, (_, index) => `<< /FT /Tx /T (d${index}) >>`).join(' ')
  const STAMP = '<< /Type /Annot /Subtype /Stamp /Rect [0 0 300 300] >>'
  const LAYERS = '<< /OCGs [] /D << >> >>'
  const file = signedWith({
    1: `<< /Type /Catalog /Pages 2 0 R /OCProperties 32 0 R /AcroForm << /SigFlags 3 /Fields [6 0 R ${direct}] >> >>`,
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Annots [30 0 R 6 0 R] >>',
    30: STAMP,
    32: LAYERS,
  })

  test('do not hide a change of the annotation with the number of their position', async () => {
    const stamp = STAMP.replace('>>', '/AP << /N 50 0 R >> >>')
    const changed = append(file, { objects: { 30: stamp, 50: OVERLAY } })
    expect(await refusedChanges(changed)).toEqual(['annotation-changed 1'])
  })

  test('do not hide a change of another object with the number of their position', async () => {
    const changed = append(file, { objects: { 32: LAYERS.replace('<< >>', '<< /OFF [] >>') } })
    expect(await refusedChanges(changed)).toEqual(['document-changed null'])
  })

  test('may have children that are none either', async () => {
    const kids = signedWith({ 5: '<< /FT /Tx /T (a) /Kids [<< /Rect [0 0 9 9] >>] >>' })
    const text = '<< /FT /Tx /T (a) /V (1) /Kids [<< /Rect [0 0 9 9] >>] >>'
    expect(await refusedChanges(append(kids, { objects: { 5: text } }))).toEqual([])
  })
})
