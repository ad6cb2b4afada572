/** Storing, reading and deleting: registers the tests for one backend. */
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from '@jest/globals'
import { MAX_FILE_BYTES, newFileId } from '../stored-file.ts'
import { CONTENT, OPTIONS, type OpenBackend, OWNER, useFileStore } from './use-file-store.ts'

const KIB_64 = 64 * 1024

export function testStoring(openBackend: OpenBackend): void {
  const { store, rows, put, expectNothing } = useFileStore(openBackend)

  test.each([0, 1, KIB_64 - 1, KIB_64, KIB_64 + 1, MAX_FILE_BYTES])(
    'returns a file of %d bytes as it was stored, at once and as a stream',
    async (size) => {
      const bytes = randomBytes(size)
      const id = newFileId()
      const file = await store().put(bytes, { ...OPTIONS, id })
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect(file).toEqual({ ...OPTIONS, id, size, sha256, storedAt: expect.any(Date) })
      expect(await store().find(id, OWNER)).toEqual(file)
      const read = await store().read(id, OWNER)
      expect(read.file).toEqual(file)
      expect(bytes.equals(read.bytes)).toBe(true)
      const { content } = await store().stream(id, OWNER)
      expect(bytes.equals(await buffer(content))).toBe(true)
      await store().remove(id, OWNER)
    },
  )

  test('stores a stream whose chunks have any size', async () => {
    const parts = [0, 1, 100_000, KIB_64, 7, 300_000, 0].map((size) => randomBytes(size))
    const id = newFileId()
    await store().put(Readable.from(parts), { ...OPTIONS, id })
    expect(Buffer.concat(parts).equals((await store().read(id, OWNER)).bytes)).toBe(true)
  })

  test('stores files concurrently, each under its own key', async () => {
    const files = Array.from({ length: 12 }, (_, index) => randomBytes(200_000 + index))
    const ids = await Promise.all(files.map(put))
    const read = await Promise.all(ids.map((id) => store().read(id, OWNER)))
    expect(read.map(({ bytes }, index) => files[index]?.equals(bytes))).toEqual(
      files.map(() => true),
    )
    const keys = await rows().distinct('wrappedKey')
    expect(keys).toHaveLength(files.length)
  })

  test('refuses a second file with the same ID and keeps the first', async () => {
    const id = await put()
    await expect(store().put(randomBytes(5), { ...OPTIONS, id })).rejects.toThrow('already used')
    expect(CONTENT.equals((await store().read(id, OWNER)).bytes)).toBe(true)
  })

  test('stores nothing if the source fails', async () => {
    async function* failing() {
      yield randomBytes(100_000)
      throw new Error('the client disconnected')
    }
    const putting = store().put(Readable.from(failing()), { ...OPTIONS, id: newFileId() })
    await expect(putting).rejects.toThrow('the client disconnected')
    await expectNothing()
  })

  test.each([
    ['bytes', (size: number) => randomBytes(size)],
    ['a stream', (size: number) => Readable.from([randomBytes(size - 1), randomBytes(1)])],
  ])('accepts %s of exactly the maximum size, and refuses one byte more', async (_, source) => {
    const options = { ...OPTIONS, maxBytes: 100_000 }
    const id = newFileId()
    const putting = store().put(source(100_001), { ...options, id })
    await expect(putting).rejects.toMatchObject({
      code: 'TOO_LARGE',
      details: { maxBytes: 100_000 },
    })
    await expectNothing()
    expect((await store().put(source(100_000), { ...options, id })).size).toBe(100_000)
  })

  test('refuses more than 50 MB even if the caller allows it', async () => {
    const options = { ...OPTIONS, id: newFileId(), maxBytes: 10 * MAX_FILE_BYTES }
    const putting = store().put(Buffer.alloc(MAX_FILE_BYTES + 1), options)
    await expect(putting).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  test('stops reading a source that is too large', async () => {
    let yielded = 0
    async function* endless() {
      for (;;) {
        yielded += KIB_64
        yield randomBytes(KIB_64)
      }
    }
    const options = { ...OPTIONS, id: newFileId(), maxBytes: 10 * KIB_64 }
    await expect(store().put(endless(), options)).rejects.toMatchObject({ code: 'TOO_LARGE' })
    expect(yielded).toBe(11 * KIB_64)
  })

  test('finds no file that does not exist', async () => {
    expect(await store().find(newFileId(), OWNER)).toBeUndefined()
    for (const operation of [store().read, store().stream]) {
      await expect(operation(newFileId(), OWNER)).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' })
    }
  })

  test('finds, reads and deletes no file of another owner', async () => {
    const id = await put()
    const other = 'workspace-2'
    expect(await store().find(id, other)).toBeUndefined()
    for (const operation of [store().read, store().stream]) {
      await expect(operation(id, other)).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' })
    }
    await store().remove(id, other)
    expect((await store().read(id, OWNER)).bytes).toHaveLength(CONTENT.length)
  })

  test('deletes a file completely, and ignores a repeated deletion', async () => {
    const id = await put()
    await store().remove(id, OWNER)
    await expectNothing()
    expect(await store().find(id, OWNER)).toBeUndefined()
    await expect(store().read(id, OWNER)).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' })
    await store().remove(id, OWNER)
    await store().remove(newFileId(), OWNER)
  })

  test('deletes a file from several callers at once', async () => {
    const id = await put()
    await Promise.all([
      store().remove(id, OWNER),
      store().remove(id, OWNER),
      store().sweep(),
      store().remove(id, OWNER),
    ])
    await store().sweep()
    await expectNothing()
  })

  test('the readiness check writes and reads', async () => {
    await store().job.check()
    await store().sweep()
  })
}
