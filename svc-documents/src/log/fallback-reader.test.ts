import { expect, test } from '@jest/globals'
import { systemError } from '../testing/unreadable-files.ts'
import { createFallbackReader } from './fallback-reader.ts'

const CONTENT = new Uint8Array([1, 2, 3])

function readerOf(code: string) {
  const read = async () => {
    throw systemError(code)
  }
  return createFallbackReader({ read, readCopy: async () => CONTENT })
}

test.each(['ENOENT', 'EIO', 'EACCES', 'EISDIR'])(
  'reads the second store when the served file fails with %s',
  async (code) => {
    expect(await readerOf(code)('tile/0/000')).toBe(CONTENT)
  },
)

test.each(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'ENOTDIR'])(
  'reports %s, which says nothing about the file',
  async (code) => {
    await expect(readerOf(code)('tile/0/000')).rejects.toThrow(code)
  },
)

test('reports the error of the served file when neither store can read it', async () => {
  const read = async () => {
    throw systemError('EIO')
  }
  await expect(createFallbackReader({ read, readCopy: read })('anchor/7')).rejects.toThrow('EIO')
})
