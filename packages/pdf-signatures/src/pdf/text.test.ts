import { string } from '@inkproof/pdf-signing/pdf/objects'
import { append, open } from '@inkproof/pdf-signing/pdf/open'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { expect, test } from '@jest/globals'
import { openLongest } from '../open-file.ts'
import { catalogOf, PdfDocument } from './document.ts'
import { textOf } from './text.ts'

const textOfBytes = (...bytes: number[]) =>
  textOf({ type: 'string', bytes: Uint8Array.from(bytes), isHex: false, start: 0, end: 0 })

/** ISO 32000-2, table D.2: the codes of PDFDocEncoding that are not those of ISO 8859-1. */
const PDF_DOC_ENCODING: [code: number, unicode: number, name: string][] = [
  [0x18, 0x02d8, 'breve'],
  [0x19, 0x02c7, 'caron'],
  [0x1a, 0x02c6, 'circumflex'],
  [0x1b, 0x02d9, 'dotaccent'],
  [0x1c, 0x02dd, 'hungarumlaut'],
  [0x1d, 0x02db, 'ogonek'],
  [0x1e, 0x02da, 'ring'],
  [0x1f, 0x02dc, 'tilde'],
  [0x80, 0x2022, 'bullet'],
  [0x81, 0x2020, 'dagger'],
  [0x82, 0x2021, 'daggerdbl'],
  [0x83, 0x2026, 'ellipsis'],
  [0x84, 0x2014, 'emdash'],
  [0x85, 0x2013, 'endash'],
  [0x86, 0x0192, 'florin'],
  [0x87, 0x2044, 'fraction'],
  [0x88, 0x2039, 'guilsinglleft'],
  [0x89, 0x203a, 'guilsinglright'],
  [0x8a, 0x2212, 'minus'],
  [0x8b, 0x2030, 'perthousand'],
  [0x8c, 0x201e, 'quotedblbase'],
  [0x8d, 0x201c, 'quotedblleft'],
  [0x8e, 0x201d, 'quotedblright'],
  [0x8f, 0x2018, 'quoteleft'],
  [0x90, 0x2019, 'quoteright'],
  [0x91, 0x201a, 'quotesinglbase'],
  [0x92, 0x2122, 'trademark'],
  [0x93, 0xfb01, 'fi'],
  [0x94, 0xfb02, 'fl'],
  [0x95, 0x0141, 'Lslash'],
  [0x96, 0x0152, 'OE'],
  [0x97, 0x0160, 'Scaron'],
  [0x98, 0x0178, 'Ydieresis'],
  [0x99, 0x017d, 'Zcaron'],
  [0x9a, 0x0131, 'dotlessi'],
  [0x9b, 0x0142, 'lslash'],
  [0x9c, 0x0153, 'oe'],
  [0x9d, 0x0161, 'scaron'],
  [0x9e, 0x017e, 'zcaron'],
  [0xa0, 0x20ac, 'Euro'],
]

test.each(PDF_DOC_ENCODING)('the code %i is U+%i, %s', (code, unicode) => {
  expect(textOfBytes(code)?.codePointAt(0)).toBe(unicode)
})

test('each other code is the character of the same number', () => {
  const special = new Set(PDF_DOC_ENCODING.map(([code]) => code))
  const others = Array.from({ length: 256 }, (_, code) => code).filter((code) => !special.has(code))
  expect(others).toHaveLength(216)
  expect(textOfBytes(...others)).toBe(String.fromCharCode(...others))
})

test.each<[string, number[], string]>([
  ['UTF-16BE', [0xfe, 0xff, 0x00, 0x80, 0x20, 0xac, 0xd8, 0x3d, 0xde, 0x00], '\u0080€😀'],
  ['UTF-8', [0xef, 0xbb, 0xbf, 0xe2, 0x82, 0xac, 0x20, 0xc5, 0xa0], '€ Š'],
  ['PDFDocEncoding without a whole mark', [0xfe, 0x85, 0xff], 'þ–ÿ'],
  ['PDFDocEncoding', [...Buffer.from('don\x90t \xa0 100 \xfc', 'latin1')], 'don’t € 100 ü'],
])('reads %s', (_encoding, bytes, text) => {
  expect(textOfBytes(...bytes)).toBe(text)
})

test.each([
  '2–3 people €',
  'Škoda',
  'don’t',
  'a\rb',
  'a\r\nb',
  'þÿab',
  'ï»¿x',
  '\ufeffx',
  '王小明 😀',
  '(a) \\ )b(',
  'Jane Roe',
])('%j is read from a file as packages/pdf-signing writes it', async (text) => {
  const pdf = await open(samplePdf())
  pdf.getCatalog().set('Text', string(text))
  const file = openLongest(await append(pdf))
  const document = file && new PdfDocument(file, file.revisions.length - 1)
  expect(document && textOf(document.get(catalogOf(document), 'Text'))).toBe(text)
})

test('anything but a string has no text', () => {
  expect([textOf(null), textOf(1), textOf({ type: 'name', name: 'a' })]).toEqual([null, null, null])
})
