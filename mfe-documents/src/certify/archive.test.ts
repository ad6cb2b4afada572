import { expect, test } from '@jest/globals'
import { strFromU8, unzipSync } from 'fflate'
import { archiveNames, zipArchive } from './archive.ts'

test('an archive contains every file, with its text', () => {
  const names = ['lease.pdf.tlog-proof', 'lease.pdf.tlog-proof', 'número.tlog-proof']
  const archive = zipArchive(names.map((name, index) => ({ name, text: `proof ${index} ✓` })))
  const files = Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, strFromU8(bytes)])
  expect(files).toEqual([
    ['lease.pdf.tlog-proof', 'proof 0 ✓'],
    ['lease (2).pdf.tlog-proof', 'proof 1 ✓'],
    ['número.tlog-proof', 'proof 2 ✓'],
  ])
})

test('keeps ordinary names, in any script', () => {
  const names = ['Lease 2026.pdf', 'Überweisung №4.pdf', '契約書.pdf', '👩‍🔬.png']
  expect(archiveNames(names)).toEqual([
    'Lease 2026.pdf',
    'Überweisung №4.pdf',
    '契約書.pdf',
    '👩_🔬.png',
  ])
})

test.each([
  ['../../etc/passwd', '_.._etc_passwd'],
  ['C:\\Users\\ana.txt', 'C__Users_ana.txt'],
  ['invoice\u202Efdp.exe', 'invoice_fdp.exe'],
  ['a\u0000b\nc.txt', 'a_b_c.txt'],
  ['nul.pdf', '_nul.pdf'],
  ['COM1', '_COM1'],
  ['.hidden', 'hidden'],
  ['trailing. . ', 'trailing'],
  ['', '_'],
])('makes %j safe to extract', (name, expected) => {
  expect(archiveNames([name])).toEqual([expected])
})

test('numbers repeated names before the extension, also where a file system ignores case', () => {
  expect(
    archiveNames(['lease.pdf.tlog-proof', 'Lease.pdf.tlog-proof', 'lease.pdf.tlog-proof']),
  ).toEqual(['lease.pdf.tlog-proof', 'Lease (2).pdf.tlog-proof', 'lease (3).pdf.tlog-proof'])
})

test('a numbered name never replaces a file that has that name already', () => {
  expect(archiveNames(['a (2).txt', 'a.txt', 'a.txt'])).toEqual(['a (2).txt', 'a.txt', 'a (3).txt'])
})

test('shortens long names and keeps their extension', () => {
  const [name = ''] = archiveNames([`${'契'.repeat(200)}.pdf.tlog-proof`])
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(240)
  expect(name.endsWith('.pdf.tlog-proof')).toBe(true)
})
