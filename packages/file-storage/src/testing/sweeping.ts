/** The sweep, alone, twice at once and with storage that fails: registers the tests for one backend. */
import { AppError } from '@inkproof/service-kit/app-error'
import { expect, test } from '@jest/globals'
import { DELETED } from '../file-row.model.ts'
import type { FileStoreParts } from '../parts.ts'
import { deleteBytesAndRow, deleteKey } from '../remove-file.ts'
import { newFileId } from '../stored-file.ts'
import { sweep } from '../sweep.ts'
import { CONTENT, type OpenBackend, OWNER, useFileStore, WRITING } from './use-file-store.ts'

export function testSweep(openBackend: OpenBackend): void {
  const { store, rows, put, openParts, sweepLater, expectNothing } = useFileStore(openBackend)

  test('keeps stored files', async () => {
    const id = await put()
    expect(await sweepLater()).toBe(0)
    expect((await store().read(id, OWNER)).bytes).toHaveLength(CONTENT.length)
  })

  test('two sweeps at once delete each file once', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => put(Buffer.from('x'))))
    await rows().updateMany({ _id: { $in: ids.slice(0, 15) } }, { ...WRITING, dueAt: new Date(0) })
    await rows().updateMany({ _id: { $in: ids.slice(15) } }, { ...DELETED, dueAt: new Date(0) })
    const [first, second] = await Promise.all([store().sweep(), sweepLater()])
    expect(first + second).toBe(30)
    await expectNothing()
  })

  test('sweeps more files than one query returns', async () => {
    const id = await put(Buffer.from('x'))
    const row = await rows().findById(id).lean()
    const due = { ...WRITING, dueAt: new Date(0) }
    const copies = Array.from({ length: 250 }, () => ({ ...row, ...due, _id: newFileId() }))
    await rows().collection.insertMany(copies as never[])
    await store().remove(id, OWNER)
    expect(await store().sweep()).toBe(250)
    await expectNothing()
  })

  test('a deletion whose bytes cannot be deleted does not stop the others', async () => {
    const [id, other] = [await put(), await put()]
    const parts = openParts()
    await deleteKey(parts, id, OWNER)
    await deleteKey(parts, other, OWNER)
    const failing: FileStoreParts['blobs'] = {
      ...parts.blobs,
      remove: async (location, name) => {
        if (name === id) throw new Error('not now')
        await parts.blobs.remove(location, name)
      },
    }
    await expect(sweep({ ...parts, blobs: failing })).rejects.toThrow('not now')
    expect(await rows().distinct('_id')).toEqual([id])
    expect(await sweepLater()).toBe(1)
    await expectNothing()
  })

  test('a sweep ends at the first file if the storage is not available, and later starts with another', async () => {
    const parts = openParts()
    for (const id of [await put(), await put(), await put()]) await deleteKey(parts, id, OWNER)
    const tried: string[] = []
    const down: FileStoreParts['blobs'] = {
      ...parts.blobs,
      remove: async (_, name) => {
        tried.push(name)
        throw new AppError('UNAVAILABLE')
      },
    }
    for (let run = 0; run < 3; run += 1)
      await expect(sweep({ ...parts, blobs: down })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(new Set(tried).size).toBe(3)
    expect(tried).toHaveLength(3)
    expect(await sweepLater()).toBe(3)
    await expectNothing()
  })

  test('a sweep ends when the service stops', async () => {
    const parts = openParts()
    await deleteKey(parts, await put(), OWNER)
    expect(await sweep(parts, AbortSignal.abort())).toBe(0)
    expect(await sweep(parts)).toBe(1)
  })

  test('the deletion of bytes and rows can be repeated', async () => {
    const id = await put()
    const parts = openParts()
    const deletedFile = { _id: id, location: parts.location }
    await deleteKey(parts, id, OWNER)
    expect(await deleteBytesAndRow(parts, deletedFile)).toBe(true)
    expect(await deleteBytesAndRow(parts, deletedFile)).toBe(false)
  })
}
