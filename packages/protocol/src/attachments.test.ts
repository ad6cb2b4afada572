import { expect, test } from '@jest/globals'
import { AttachmentName, cleanAttachmentName, findAttachmentType } from './attachments.ts'

test.each([
  ['passport.pdf', 'passport.pdf'],
  ['C:\\Users\\jane\\passport.pdf', 'passport.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['passport.html', 'passport.html.pdf'],
  ['passport.JPEG', 'passport.JPEG'],
  ['passport.pdf.', 'passport.pdf..pdf'],
  ['a\0b\tc\u202efdp.exe', 'ab cfdp.exe.pdf'],
  ['Cafe\u0301.pdf', 'Café.pdf'],
  [`${'ß'.repeat(200)}.pdf`, `${'ß'.repeat(125)}.pdf`],
  ['\ud83d.pdf', '.pdf'],
  ['folder/', ''],
])('%j is attached as %j', (name, cleaned) => {
  expect(cleanAttachmentName(name)).toBe(cleaned)
  expect(cleanAttachmentName(cleaned)).toBe(cleaned)
  expect(AttachmentName.safeParse(name).success).toBe(name === cleaned)
})

test('a name without an ending gets that of the file', () => {
  expect(cleanAttachmentName('photo', 'image/jpeg')).toBe('photo.jpg')
})

test('a very long name is refused quickly', () => {
  const before = process.cpuUsage()
  expect(AttachmentName.safeParse(`${'a'.repeat(15_000)}.pdf`).success).toBe(false)
  expect(process.cpuUsage(before).user).toBeLessThan(200_000)
})

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

test.each([
  ['%PDF-1.7\n', 'application/pdf'],
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['RIFF\n\0\x01\x02WEBPVP8 ', 'image/webp'],
  ['RIFF\n\0\x01\x02WAVEfmt ', null],
  [' %PDF-1.7', null],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', null],
  ['PK\x03\x04', null],
  ['', null],
])('a file that begins with %j has the type %s', (start, type) => {
  expect(findAttachmentType(bytes(start))).toBe(type)
})
