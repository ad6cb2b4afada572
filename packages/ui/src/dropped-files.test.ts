/** @jest-environment jsdom */
import { expect, test } from '@jest/globals'
import { hasFiles, listDroppedFiles } from './dropped-files.ts'

test('expands nested folders, including those with more than 100 entries', async () => {
  const many = Array.from({ length: 230 }, (_, n) => file(`${n}.pdf`))
  const transfer = dropOf([folder('diplomas', [...many, folder('annex', [file('a.pdf')])])])
  const found = await listDroppedFiles(transfer)
  expect(found).toHaveLength(231)
  expect(found.map(({ name }) => name)).toContain('a.pdf')
})

test('returns the files directly if nothing is a folder', async () => {
  const transfer = dropOf([file('lease.pdf'), file('thesis.pdf')])
  expect(await listDroppedFiles(transfer)).toEqual([...transfer.files])
})

test('rejects when a folder cannot be read', async () => {
  const broken = { ...folder('gone', []), createReader: () => brokenReader() }
  await expect(listDroppedFiles(dropOf([broken]))).rejects.toThrow('NotReadableError')
})

test('distinguishes a drag with files from a drag of text', () => {
  expect(hasFiles({ types: ['text/plain'] } as unknown as DataTransfer)).toBe(false)
  expect(hasFiles({ types: ['Files'] } as unknown as DataTransfer)).toBe(true)
  expect(hasFiles(null)).toBe(false)
})

function file(name: string) {
  const content = new File(['x'], name)
  return {
    isFile: true,
    isDirectory: false,
    name,
    content,
    file: (done: (file: File) => void) => done(content),
  }
}

function folder(name: string, children: object[]) {
  return { isFile: false, isDirectory: true, name, createReader: () => readerOf(children) }
}

/** As in browsers: at most 100 entries per call, then none. */
function readerOf(children: object[]) {
  const remaining = [...children]
  return { readEntries: (done: (entries: object[]) => void) => done(remaining.splice(0, 100)) }
}

function brokenReader() {
  return {
    readEntries: (_done: unknown, fail: (reason: Error) => void) =>
      fail(new Error('NotReadableError')),
  }
}

function dropOf(entries: object[]): DataTransfer {
  return {
    items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })),
    files: entries.flatMap((entry) => ('content' in entry ? [entry.content] : [])),
  } as unknown as DataTransfer
}
