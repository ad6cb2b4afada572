/** Incremental updates that one reader accepts and another repairs, so that they would show different documents. */
import { expect, test } from '@jest/globals'
import { changesOf, check, readTestFile } from './testing/files.ts'
import { append, OVERLAY, objectText, toBytes, toText } from './testing/updates.ts'

const FILE = readTestFile('approval.pdf')
/** An update that changes nothing: the catalog once more. */
const UPDATE = append(FILE, { objects: { 1: objectText(FILE, 1) } })
/** The changes that the file has before any attack. */
const BEFORE = await changesOf(FILE)

test('an update that repeats an object without changing it is no change', async () => {
  expect(await changesOf(UPDATE)).toEqual(BEFORE)
})

/** Text of the update, and what replaces it. */
const FORMS: Record<string, [from: string | RegExp, to: string]> = {
  'object 0 in use': ['xref\n', 'xref\n0 1\n0000000015 00000 n \n'],
  'no /Size': [/\/Size \d+ /, ''],
  'a /Size that is too small': [/\/Size \d+/, '/Size 3'],
  'a negative /Size': [/\/Size \d+/, '/Size -1'],
  'a /Size that is a name': [/\/Size \d+/, '/Size /Many'],
  'a /Prev with a decimal point': [/\/Prev (\d+)/, '/Prev $1.0'],
  'a /Prev with a sign': [/\/Prev (\d+)/, '/Prev +$1'],
  'a comment after xref': ['xref\n', 'xref %x\n'],
  'a comment inside an entry': [/ 00000 n/, ' %\n00000 n'],
  'a comment inside a subsection header': ['xref\n1 1', 'xref\n1 %\n1'],
  'a comment in the trailer': ['<< /Root', '<< %x\n/Root'],
  'an entry of 19 bytes': [/ 00000 n \n/, ' 00000 n\n'],
  'an entry of another object beyond the file': ['xref\n', 'xref\n70 1\n0000999999 00000 n \n'],
  'an object with a number beyond /Size': ['xref\n', 'xref\n99999 1\n0000000000 00000 f \n'],
  'a comment before startxref': ['startxref', '% x\nstartxref'],
  'a generation of six digits': [/ 00000 n/, ' 000000 n'],
}

test.each(Object.entries(FORMS))('%s is unreadable data', async (_, [from, to]) => {
  const [original, text] = [toText(FILE), toText(UPDATE)]
  const update = text.slice(original.length)
  const changed = update.replace(from, to)
  expect(changed).not.toBe(update)
  expect(await changesOf(toBytes(original + changed))).toContain('- unreadable-data')
})

test.each([
  ['an object that no entry lists', `13 0 obj\n${OVERLAY}\nendobj\n`],
  ['a comment', '% 13 0 obj\n'],
  ['other text', 'hidden\n'],
])('%s between the objects of an update is unreadable data', async (_, hidden) => {
  const update = append(toBytes(toText(FILE) + hidden), { objects: { 1: objectText(FILE, 1) } })
  expect(await changesOf(update)).toContain('- unreadable-data')
})

test('white space between the objects of an update is no change', async () => {
  const update = append(toBytes(`${toText(FILE)}\r\n  \n`), { objects: { 1: objectText(FILE, 1) } })
  expect(await changesOf(update)).toEqual(BEFORE)
})

test('an update that begins at a comment before its table is unreadable data', async () => {
  const text = toText(UPDATE)
  const offset = text.lastIndexOf('\nxref\n') + 1
  const bytes = toBytes(
    `${text.slice(0, offset)}%\n${text.slice(offset).replace(/startxref\n\d+/, `startxref\n${offset}`)}`,
  )
  expect(await changesOf(bytes)).toContain('- unreadable-data')
})

test('a linearized file whose stated length is not that of its first revision is unreadable data', async () => {
  const linearized = toText(readTestFile('linearized.pdf'))
  const changed = linearized.replace(/\/L \d{4}\b/, '/L 9999')
  expect(changed).not.toBe(linearized)
  const { signatures } = await check(toBytes(changed))
  expect(signatures.flatMap(({ changesAfter }) => changesAfter)).toContainEqual({
    kind: 'unreadable-data',
    subject: null,
    isPermitted: false,
  })
})

test('many cross-reference streams with many entries end the check early', async () => {
  const row = Buffer.alloc(400_000 * 3)
  let text = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /X (/ByteRange) >>\nendobj\n'
  let previous = ''
  for (let index = 0; index < 4; index++) {
    const start = text.length
    const entries = `/W [1 1 1] /Index [1000 400000] /Size 500000 /Root 1 0 R ${previous}`
    text += `9 0 obj\n<< /Type /XRef ${entries} /Length ${row.length} >>\nstream\n${row.toString('latin1')}`
    text += `\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`
    previous = `/Prev ${start}`
  }
  expect((await check(toBytes(text))).problem).toBe('too-large')
})
