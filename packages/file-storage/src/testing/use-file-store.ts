/** Opens a backend for the tests of a file, and a new file store for each test. */

import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals'
import { openBlobStores } from '../blob-stores.ts'
import { openFileKeys } from '../file-keys.ts'
import { type FileRows, fileRows, WRITING_MS } from '../file-row.model.ts'
import type { FileStoreParts } from '../parts.ts'
import type { FileStorageSettings } from '../settings.ts'
import { newFileId } from '../stored-file.ts'
import { sweep } from '../sweep.ts'
import type { Backend } from './backends.ts'
import { makeFileKey, openTestFileStore, type TestFileStore } from './file-storage.ts'

export type OpenBackend = () => Backend | Promise<Backend>

export const OWNER = 'workspace-1'
export const OPTIONS = { owner: OWNER, mediaType: 'application/pdf' }
/** A little more than three chunks of 64 KiB. */
export const CONTENT = Buffer.from('This agreement is between A and B. '.repeat(6_000))

/** A file whose bytes may be incomplete. */
export const WRITING = { state: 'writing', storedAt: null } as const

const START_TIMEOUT_MS = 600_000

export type TestSetup = {
  store(): TestFileStore
  backend(): Backend
  rows(): FileRows
  /** Stores a file and returns its ID. */
  put(bytes?: Uint8Array): Promise<string>
  /** Returns the stored bytes of a file; empty if there are none. */
  stored(id: string): Promise<Buffer>
  /** Replaces the stored bytes of a file. */
  replace(id: string, bytes: Uint8Array): Promise<void>
  /** The operations of another instance, as functions that a test can stop between two steps. */
  openParts(now?: () => Date): FileStoreParts
  /** Sweeps when all files that are being written now are abandoned. */
  sweepLater(): Promise<number>
  expectUnreadable(id: string, owner?: string): Promise<void>
  /** Expects that there is neither a row nor any stored bytes. */
  expectNothing(): Promise<void>
}

export function useFileStore(openBackend: OpenBackend): TestSetup {
  let backend: Backend
  let store: TestFileStore
  let key: string
  beforeAll(async () => {
    backend = await openBackend()
    key = await makeFileKey()
  }, START_TIMEOUT_MS)
  afterAll(() => backend.close())
  beforeEach(async () => {
    store = await openTestFileStore({ ...backend.settings, FILE_KEYS: [key] })
  })
  afterEach(async () => {
    await store.close()
    await backend.clear()
  })
  const rows = () => fileRows(store.mongo.connection)
  const openParts = (now = () => new Date()): FileStoreParts => {
    const { connection } = store.mongo
    const location = backend.settings.FILE_STORAGE ?? ''
    const settings = { ...backend.settings, FILE_KEYS: [] } as unknown as FileStorageSettings
    return {
      rows: rows(),
      blobs: openBlobStores(connection, settings, 10),
      keys: openFileKeys([key]),
      location,
      now,
    }
  }
  return {
    store: () => store,
    backend: () => backend,
    rows,
    put: async (bytes = CONTENT) => {
      const id = newFileId()
      await store.put(bytes, { ...OPTIONS, id })
      return id
    },
    stored: async (id) => (await backend.readStored(store.mongo.connection, id)) ?? Buffer.alloc(0),
    replace: (id, bytes) => backend.writeStored(store.mongo.connection, id, bytes),
    openParts,
    sweepLater: () => sweep(openParts(() => new Date(Date.now() + WRITING_MS + 60_000))),
    expectUnreadable: async (id, owner = OWNER) => {
      await expect(store.read(id, owner)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
      const streaming = store.stream(id, owner).then(({ content }) => buffer(content))
      await expect(streaming).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
    },
    expectNothing: async () => {
      expect(await rows().countDocuments({})).toBe(0)
      expect(await backend.listStored(store.mongo.connection)).toEqual([])
    },
  }
}
