import { expect, test } from '@jest/globals'
import {
  bmpHeader,
  gifHeader,
  heifHeader,
  pngHeader,
  sampleJpeg,
  webpHeader,
} from '../testing/sample-pictures.ts'
import { pictureTypeOf } from './picture-type.ts'

test.each([
  ['jpeg', sampleJpeg()],
  ['png', pngHeader(1, 1)],
  ['gif', gifHeader(1, 1, 1)],
  ['webp', webpHeader('VP8X', 1, 1)],
  ['bmp', bmpHeader(1, 1)],
  ['avif', heifHeader(['avif'], [])],
  ['avif', heifHeader(['mif1', 'miaf', 'avif'], [])],
  ['heic', heifHeader(['heic', 'mif1'], [])],
  ['heic', heifHeader(['mif1', 'heic'], [])],
])('recognizes %s by how the file begins', (type, bytes) => {
  expect(pictureTypeOf(bytes)).toBe(type)
})

test.each([
  ['an empty file', ''],
  ['a PDF', '%PDF-1.7'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg">'],
  ['a text that begins with BM', 'BMW is a company in Munich.'],
  ['a WAVE file', 'RIFF0000WAVE'],
  ['a video', '\0\0\0\x18ftypmp42\0\0\0\0mp42isom'],
])('%s is not a picture', (_, text) => {
  expect(pictureTypeOf(Buffer.from(text, 'latin1'))).toBeNull()
})
