import { describe, expect, test } from '@jest/globals'
import type { RequestedField } from './fields.ts'
import { inspect } from './inspect.ts'
import { planSignatures, signatureNames } from './plan-signatures.ts'
import { certification, foreignPdf } from './testing/foreign-signatures.ts'
import { samplePdf } from './testing/sample-pdfs.ts'

const RECTANGLE = { x: 60, y: 60, width: 200, height: 50 }
const signature = (rectangle = RECTANGLE): RequestedField => ({
  type: 'signature',
  page: 0,
  rectangle,
})
const plan = (signers: RequestedField[][], file = foreignPdf()) => planSignatures(file, signers)

test('names the fields of all signers, also of one who signs invisibly, and the other two', async () => {
  const planned = await plan([[signature()], [], [signature({ ...RECTANGLE, x: 300 })]])
  expect(planned).toEqual([
    { ...signature(), name: 'inkproof-0001', signer: 0 },
    { ...signature({ ...RECTANGLE, x: 300 }), name: 'inkproof-0003', signer: 2 },
  ])
  expect(await signatureNames(foreignPdf(), 3)).toEqual({
    signers: ['inkproof-0001', 'inkproof-0002', 'inkproof-0003'],
    final: 'inkproof-0004',
    timeStamp: 'inkproof-0005',
  })
})

test('avoids the names of existing fields', async () => {
  const file = samplePdf({
    catalog: '/AcroForm << /Fields [1000 0 R 1001 0 R] >>',
    objects: { 1000: '<< /FT /Tx /T (inkproof-0002) >>', 1001: '<< /FT /Tx /T (x) >>' },
  })
  expect((await signatureNames(file, 1)).signers).toEqual(['inkproof-0001'])
  expect((await signatureNames(file, 1)).final).toBe('inkproof-0003')
})

test('a place that exceeds its page by a rounding error ends at the edge', async () => {
  const [planned] = await plan([[signature({ ...RECTANGLE, x: -0.4, y: 792.3 })]])
  expect(planned?.rectangle).toEqual({ x: 0, y: 792.3, width: 199.6, height: 49.7 })
})

describe('refuses', () => {
  test.each<[string, RequestedField[][], string]>([
    ['another field than a signature', [[{ ...signature(), type: 'name' }]], 'signature-only'],
    ['a second signature of a signer', [[signature(), signature()]], 'signature-only'],
    ['a place on another new signature', [[signature()], [signature()]], 'place-taken'],
    [
      'a place of more than a tenth of the page',
      [[signature({ x: 0, y: 0, width: 595, height: 85 })]],
      'place-too-large',
    ],
    ['a page that does not exist', [[{ ...signature(), page: 1 }]], 'page-out-of-range'],
  ])('%s', async (_, signers, code) => {
    await expect(plan(signers)).rejects.toMatchObject({ code })
  })

  test.each([
    ['a link', '/Annots [<< /Type /Annot /Subtype /Link /Rect [250 100 300 120] >>]', {}],
    ['a field', '/Annots [1002 0 R]', { 1002: '<< /FT /Tx /T (a) /Rect [250 100 300 120] >>' }],
    [
      'a field that only names its page',
      '',
      { 1002: '<< /FT /Tx /T (a) /Rect [250 100 300 120] /P 4 0 R >>' },
    ],
  ])('a place on %s', async (_, page, objects) => {
    const fields = 1002 in objects ? '/AcroForm << /Fields [1002 0 R] >>' : ''
    const file = samplePdf({ page, objects, catalog: fields })
    await expect(plan([[signature()]], file)).rejects.toMatchObject({
      code: 'place-taken',
      details: ['0'],
    })
    expect(await plan([[signature({ ...RECTANGLE, y: 120 })]], file)).toHaveLength(1)
  })

  test('a visible signature in a certified file, in which an invisible one is possible', async () => {
    const file = foreignPdf({ signature: certification(2) })
    await expect(plan([[signature()]], file)).rejects.toMatchObject({
      code: 'certified-invisible-only',
    })
    expect(await plan([[]], file)).toEqual([])
  })

  test('a file that permits no changes', async () => {
    const file = foreignPdf({ signature: certification(1) })
    await expect(plan([[]], file)).rejects.toMatchObject({ code: 'certified-no-changes' })
    await expect(inspect(file)).rejects.toMatchObject({ code: 'certified-no-changes' })
  })
})
