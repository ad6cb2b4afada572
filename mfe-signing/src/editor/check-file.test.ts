import { expect, test } from '@jest/globals'
import { pngHeader } from '../testing/sample-pictures.ts'
import { checkFile } from './check-file.ts'

const check = (content: BlobPart, name = 'Lease.pdf') => checkFile(new File([content], name))

async function problemOf(content: BlobPart, name?: string) {
  const checked = await check(content, name)
  return checked.kind === 'unusable' ? checked.problem : null
}

test('accepts a PDF, also if other bytes come first', async () => {
  expect(await check('%PDF-1.7')).toEqual({ kind: 'pdf' })
  expect(await check(`${' '.repeat(100)}%PDF-1.4`)).toEqual({ kind: 'pdf' })
})

test('accepts a picture, whatever its name says', async () => {
  const bytes = new Uint8Array(pngHeader(4, 3))
  expect(await check(bytes, 'Lease.png')).toEqual({ kind: 'picture' })
  expect(await check(bytes, 'Lease.jpg')).toEqual({ kind: 'picture' })
  expect(await check(bytes, 'Lease.pdf')).toEqual({ kind: 'picture' })
})

test('refuses a file that is empty', async () => {
  expect(await problemOf('')).toContain('is empty')
})

test.each([
  ['of Word', 'PK\x03\x04…[Content_Types].xml…word/document.xml'],
  ['of Excel', `PK\x03\x04${' '.repeat(300_000)}[Content_Types].xml…xl/workbook.xml`],
  ['of PowerPoint', 'PK\x03\x04…ppt/presentation.xml…[Content_Types].xml'],
  ['of OpenDocument', 'PK\x03\x04…mimetypeapplication/vnd.oasis.opendocument.text'],
  ['of an older Word', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])],
  ['in RTF', '{\\rtf1'],
])('recognizes a file %s, whatever its name says', async (_, content) => {
  expect(await check(content, 'Lease.pdf')).toEqual({ kind: 'office' })
})

test.each([
  ['Lease.pages', 'PK\x03\x04'],
  ['Lease.docx', 'PK\x03\x04'],
])('says how %s becomes a PDF', async (name, content) => {
  expect(await problemOf(content, name)).toBe(
    `“${name}” is not a PDF. Open it in the app you created it with, and export it as PDF. Then choose the PDF.`,
  )
})

test('refuses a drawing, which could contain scripts', async () => {
  const drawing = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'
  expect(await problemOf(drawing, 'Plan.svg')).toBe(
    '“Plan.svg” is a drawing (SVG). Save it as PDF or PNG, then choose that file.',
  )
})

test.each([
  ['Letter.txt', 'Dear Ada'],
  ['Page.png', '<!doctype html>'],
  ['Files.zip', 'PK\x03\x04'],
  ['Lease.docx', 'Dear Ada'],
])('refuses %s, which is of another type', async (name, content) => {
  expect(await problemOf(content, name)).toContain('is neither a PDF nor a picture')
})

test('refuses a file above 50 MB', async () => {
  expect(await problemOf(new Uint8Array(50_000_001), 'Scan.pdf')).toBe(
    '“Scan.pdf” is larger than 50 MB. Choose a smaller file.',
  )
})
