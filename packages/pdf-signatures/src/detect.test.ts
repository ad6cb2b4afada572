import { expect, test } from '@jest/globals'
import { detectContent, findByteRanges, isPdf, mayHaveSignatures } from './detect.ts'
import { readTestFile } from './testing/files.ts'
import { toBytes } from './testing/updates.ts'

const HEADER = '%PDF-1.7\n'

test.each([
  ['a PDF with the key of a signature', `${HEADER}1 0 obj << /ByteRange [0 1 2 3] >>`, true],
  ['a PDF whose header follows other bytes', `junk\n${HEADER}/ByteRange`, true],
  ['a PDF without signatures', `${HEADER}1 0 obj << /Type /Catalog >>`, false],
  ['another file with the key', 'a text about /ByteRange', false],
  ['a header too far from the beginning', `${' '.repeat(1100)}${HEADER}/ByteRange`, false],
  ['an empty file', '', false],
])('finds in %s what it may have', async (_, content, expected) => {
  const file = new Blob([content])
  expect((await isPdf(file)) && (await mayHaveSignatures(file))).toBe(expected)
})

test.each([
  ['attachments', 'an attached file', '<< /Type /EmbeddedFile >>'],
  ['neither', 'neither', '/EmbeddedFil'],
])('finds %s in a PDF with %s', async (expected, _, content) => {
  expect(await detectContent(new Blob([HEADER, content]))).toBe(expected)
})

test('a signature after an attached file counts', async () => {
  expect(await detectContent(inChunks('/EmbeddedFile', '/ByteRange'))).toBe('signatures')
})

test.each([1, 3, 7, 9, 12])(
  'finds the key where two chunks meet, after %d of its characters',
  async (at) => {
    const [first, second] = [
      `${HEADER}x/ByteRange`.slice(0, HEADER.length + 1 + at),
      '/ByteRange'.slice(at),
    ]
    expect(await mayHaveSignatures(inChunks(first, second))).toBe(true)
    const [start, rest] = ['/EmbeddedFile'.slice(0, at), '/EmbeddedFile'.slice(at)]
    expect(await detectContent(inChunks(start, rest))).toBe('attachments')
  },
)

test('stops reading at the first key', async () => {
  const file = new Blob([HEADER])
  let pulls = 0
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulls += 1
        controller.enqueue(new TextEncoder().encode(`${HEADER}/ByteRange`))
      },
    },
    { highWaterMark: 0 },
  )
  Object.assign(file, { stream: () => stream })
  expect(await mayHaveSignatures(file)).toBe(true)
  expect(pulls).toBe(1)
})

test('finds it in a signed file', async () => {
  const bytes = readTestFile('approval.pdf')
  expect(await mayHaveSignatures(new Blob([new Uint8Array(bytes)]))).toBe(true)
})

test('findByteRanges returns each position up to the limit', () => {
  const bytes = toBytes('/ByteRange /Byte/ByteRange /ByteRan /ByteRange')
  expect(findByteRanges(bytes, 10)).toEqual([0, 16, 36])
  expect(findByteRanges(bytes, 2)).toEqual([0, 16])
})

function inChunks(...texts: string[]): Blob {
  const file = new Blob(texts)
  const chunks = texts.map((text) => new TextEncoder().encode(text))
  return Object.assign(file, { stream: () => streamOf(chunks) })
}

function streamOf(chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}
