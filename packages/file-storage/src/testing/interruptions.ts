/** Processes that stop or are paused between two steps: registers the tests for one backend. */
import { expect, test } from '@jest/globals'
import { Decrypter } from 'age-encryption'
import { openFileKeys } from '../file-keys.ts'
import { WRITING_MS } from '../file-row.model.ts'
import type { FileStoreParts } from '../parts.ts'
import { putFile } from '../put-file.ts'
import { deleteKey } from '../remove-file.ts'
import { newFileId } from '../stored-file.ts'
import { makeFileKey } from './file-storage.ts'
import {
  CONTENT,
  OPTIONS,
  type OpenBackend,
  OWNER,
  useFileStore,
  WRITING,
} from './use-file-store.ts'

export function testInterruptions(openBackend: OpenBackend): void {
  const setup = useFileStore(openBackend)
  const { store, backend, rows, put, stored, replace, openParts, sweepLater, expectNothing } = setup

  const deleteBytes = async (id: string) => {
    const parts = openParts()
    await parts.blobs.remove(parts.location, id)
  }
  const deletePart = (id: string) => backend().interrupt(store().mongo.connection, id)

  test.each([
    ['before the bytes were written', deleteBytes],
    ['while the bytes were written', deletePart],
    ['before the file was marked as stored', async () => undefined],
  ])('deletes what a process left that stopped %s', async (_, undo) => {
    const id = await put()
    await undo(id)
    const dueAt = new Date(Date.now() + WRITING_MS)
    await rows().updateOne({ _id: id }, { $set: { ...WRITING, dueAt } })
    expect(await store().find(id, OWNER)).toBeUndefined()
    await expect(store().read(id, OWNER)).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' })
    expect(await store().sweep()).toBe(0)
    expect(await rows().countDocuments({})).toBe(1)
    expect(await sweepLater()).toBe(1)
    await expectNothing()
  })

  test('deletes what a process left that stopped after deleting the key', async () => {
    const id = await put()
    const deletedFile = await deleteKey(openParts(), id, OWNER)
    expect(deletedFile?._id).toBe(id)
    expect(await store().find(id, OWNER)).toBeUndefined()
    expect(await store().sweep()).toBe(1)
    await expectNothing()
  })

  test('deletes what a process left that stopped after deleting the bytes', async () => {
    const id = await put()
    const parts = openParts()
    await deleteKey(parts, id, OWNER)
    await parts.blobs.remove(parts.location, id)
    expect(await store().sweep()).toBe(1)
    await expectNothing()
  })

  test('a process that was paused while it wrote deletes its bytes if the sweep was faster', async () => {
    const parts = openParts()
    const paused: FileStoreParts['blobs'] = {
      ...parts.blobs,
      put: async (...args) => {
        await sweepLater()
        await parts.blobs.put(...args)
      },
    }
    const id = newFileId()
    const putting = putFile({ ...parts, blobs: paused }, CONTENT, { ...OPTIONS, id })
    await expect(putting).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await stored(id)).toHaveLength(0)
    await sweepLater()
    await expectNothing()
  })

  test('bytes that could not be deleted after the sweep was faster are found by the next sweep', async () => {
    const parts = openParts()
    const paused: FileStoreParts['blobs'] = {
      ...parts.blobs,
      put: async (...args) => {
        await sweepLater()
        await parts.blobs.put(...args)
      },
      remove: async () => {
        throw new Error('not now')
      },
    }
    const id = newFileId()
    const putting = putFile({ ...parts, blobs: paused }, CONTENT, { ...OPTIONS, id })
    await expect(putting).rejects.toThrow('not now')
    expect((await stored(id)).length).toBeGreaterThan(CONTENT.length)
    expect(await sweepLater()).toBe(1)
    await expectNothing()
  })

  test('a file that is deleted while it is written is never stored, and its bytes go later', async () => {
    const parts = openParts()
    const id = newFileId()
    const slow: FileStoreParts['blobs'] = {
      ...parts.blobs,
      put: async (...args) => {
        await store().remove(id, OWNER)
        await parts.blobs.put(...args)
      },
      // As if the process stopped before it could clean up.
      remove: async () => {
        throw new Error('stopped')
      },
    }
    const putting = putFile({ ...parts, blobs: slow }, CONTENT, { ...OPTIONS, id })
    await expect(putting).rejects.toThrow('stopped')
    expect(await store().find(id, OWNER)).toBeUndefined()
    expect(await store().sweep()).toBe(0)
    expect(await sweepLater()).toBe(1)
    await expectNothing()
  })

  test('the bytes of a deleted file in a backup of the storage cannot be decrypted', async () => {
    const key = await makeFileKey()
    const parts = { ...openParts(), keys: openFileKeys([key]) }
    const id = newFileId()
    await putFile(parts, CONTENT, { ...OPTIONS, id })
    const backup = await stored(id)
    await store().remove(id, OWNER)
    const other = await put()
    await replace(other, backup)
    await expect(store().read(other, OWNER)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
    const decrypter = new Decrypter()
    decrypter.addIdentity(key)
    await expect(decrypter.decrypt(backup)).rejects.toThrow('no identity matched')
  })
}
