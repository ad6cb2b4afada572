import { expect, test } from '@jest/globals'
import { isProofFile } from './is-proof-file.ts'
import { type FileEntry, type ProofEntry, pair } from './verify-entries.ts'

const A = 'a'.repeat(64)
const B = 'b'.repeat(64)

test('matches files with proof files by fingerprint, regardless of their names', () => {
  const rows = pair([file('x.pdf', A), file('y.pdf', B)], [proof('renamed', B), proof('other', A)])
  expect(names(rows)).toEqual(['x.pdf + other', 'y.pdf + renamed'])
})

test('matches a changed file with the proof file named after it', () => {
  const rows = pair([file('a.pdf', B), file('b.pdf', B)], [proof('a.pdf.tlog-proof', A)])
  expect(names(rows)).toEqual(['a.pdf + a.pdf.tlog-proof', 'b.pdf + -'])
})

test('matches the only remaining file with the only remaining proof file', () => {
  expect(names(pair([file('a.pdf', B)], [proof('proof.txt', A)]))).toEqual(['a.pdf + proof.txt'])
})

test('does not guess if several files or proof files remain', () => {
  const rows = pair([file('a.pdf', B), file('b.pdf', B)], [proof('proof.txt', A)])
  expect(names(rows)).toEqual(['a.pdf + -', 'b.pdf + -', '- + proof.txt'])
})

test('two copies of one file get one proof file each', () => {
  const rows = pair([file('a.pdf', A), file('b.pdf', A)], [proof('p', A), proof('q', A)])
  expect(names(rows)).toEqual(['a.pdf + p', 'b.pdf + q'])
})

test('matches two thousand files and proof files quickly', () => {
  const count = 2000
  const ids = Array.from({ length: count }, (_, index) => index.toString(16).padStart(64, '0'))
  const startedAt = performance.now()
  const rows = pair(
    ids.map((id) => file(id, id)),
    ids.toReversed().map((id) => proof(id, id)),
  )
  expect(rows.every((row) => row.file?.name === row.proof?.name)).toBe(true)
  expect(performance.now() - startedAt).toBeLessThan(500)
})

test.each([
  ['by its name', new File(['x'], 'a.tlog-proof'), true],
  ['by its first line', new File(['c2sp.org/tlog-proof@v1\n'], 'a.txt'), true],
  ['not by an incomplete first line', new File(['c2sp.org'], 'a.txt'), false],
  ['not if it is far too large', new File([new Uint8Array(2 << 20)], 'a.tlog-proof'), false],
])('recognizes a proof file %s', async (_, input, expected) => {
  expect(await isProofFile(input)).toBe(expected)
})

function file(name: string, fingerprint: string): FileEntry {
  return { id: name, name, size: 1, work: { step: 'ready', fingerprint } }
}

function proof(name: string, fingerprint: string | null): ProofEntry {
  return { id: name, name, text: '', fingerprint, shareLink: null }
}

function names(rows: ReturnType<typeof pair>): string[] {
  return rows.map((row) => `${row.file?.name ?? '-'} + ${row.proof?.name ?? '-'}`)
}
