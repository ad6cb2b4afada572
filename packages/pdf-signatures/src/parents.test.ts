/** Files whose pages or fields had a `/Parent` outside the tree before they were signed. */
import { expect, test } from '@jest/globals'
import { refusedChanges, signedWith } from './testing/prepared.ts'
import { append } from './testing/updates.ts'

const PARENT = '<< /Type /Pages /Parent 21 0 R /Rotate 0 >>'
const PAGE = '/Type /Page /Parent 20 0 R /MediaBox [0 0 300 300] /Annots [4 0 R]'

const file = signedWith({
  3: `<< ${PAGE} >>`,
  5: '<< /FT /Tx /T (a) /Parent 22 0 R >>',
  20: PARENT,
  21: '<< /Type /Pages /Parent 20 0 R /Resources << >> >>',
  22: '<< /FT /Tx /V (100) >>',
})

test('they may stay as they are', async () => {
  expect(await refusedChanges(append(file, { objects: { 20: PARENT } }))).toEqual([])
})

test.each([
  ['the parent of the page', { 20: PARENT.replace('/Rotate 0', '/Rotate 180') }, 'page-changed 1'],
  ['the parent of that parent', { 21: '<< /Parent 20 0 R >>' }, 'page-changed 1'],
  [
    'a parent of the same content',
    { 3: `<< ${PAGE.replace('20', '30')} >>`, 30: PARENT },
    'page-changed 1',
  ],
  ['the parent of the field', { 22: '<< /FT /Tx /V (999) >>' }, 'form-changed a'],
  ['a parent in the tree instead', { 5: '<< /FT /Tx /T (a) >>' }, 'form-changed a'],
])('%s must not change', async (_, objects, expected) => {
  expect(await refusedChanges(append(file, { objects }))).toEqual([expected])
})
