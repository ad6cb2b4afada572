import { expect, test } from '@jest/globals'
import { samplePdf } from '../testing/sample-pdfs.ts'
import { string, stringOf } from './objects.ts'
import { append, open } from './open.ts'

/** Writes a text into the catalog of a file. */
async function write(text: string): Promise<Uint8Array> {
  const pdf = await open(samplePdf())
  pdf.getCatalog().set('Text', string(text))
  return append(pdf)
}

const writtenIn = (file: Uint8Array) =>
  /\/Text (\(.*\)|<.*?>)[ /\n>]/.exec(Buffer.from(file).toString('latin1'))?.[1]

test.each([
  ['', '()'],
  ['Jane Roe', '(Jane Roe)'],
  ['~ (a) \\ )b( !', '(~ \\(a\\) \\\\ \\)b\\( !)'],
])('the text %j is the literal string %s', async (text, written) => {
  const file = await write(text)
  expect(writtenIn(file)).toBe(written)
  const pdf = await open(file)
  expect(stringOf(pdf, pdf.getCatalog(), 'Text')).toBe(text)
})

test.each([
  ['2–3 people €', 'FEFF003220130033002000700065006F0070006C0065002020AC'],
  ['Škoda', 'FEFF0160006B006F00640061'],
  ['don’t', 'FEFF0064006F006E20190074'],
  ['a\rb', 'FEFF0061000D0062'],
  ['a\r\nb', 'FEFF0061000D000A0062'],
  ['a\nb', 'FEFF0061000A0062'],
  ['a\tb\x7f', 'FEFF006100090062007F'],
  ['þÿab', 'FEFF00FE00FF00610062'],
  ['ï»¿x', 'FEFF00EF00BB00BF0078'],
  ['\ufeffx', 'FEFFFEFF0078'],
  ['王小明', 'FEFF738B5C0F660E'],
  ['😀', 'FEFFD83DDE00'],
])('the text %j is the hexadecimal string %s', async (text, written) => {
  const file = await write(text)
  expect(writtenIn(file)).toBe(`<${written}>`)
  const pdf = await open(file)
  expect(stringOf(pdf, pdf.getCatalog(), 'Text')).toBe(text)
})
