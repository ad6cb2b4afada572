/** The files of a service, stored encrypted with a key per file. */
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'
import { cacheWriteCheck } from '@inkproof/service-kit/cached-check'
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { createRepeatingJob } from '@inkproof/service-kit/repeating-job'
import type { Connection } from 'mongoose'
import type { Registry } from 'prom-client'
import { openBlobStores } from './blob-stores.ts'
import type { FileSource } from './encrypt-file.ts'
import { openFileKeys } from './file-keys.ts'
import { measureFiles } from './file-metrics.ts'
import { fileRows } from './file-row.model.ts'
import type { FileStoreParts } from './parts.ts'
import { type PutOptions, putFile } from './put-file.ts'
import {
  type FileWithBytes,
  type FileWithContent,
  findFile,
  readFile,
  streamFile,
} from './read-file.ts'
import { deleteBytesAndRow, deleteKey } from './remove-file.ts'
import { requireKeys, rewrap } from './rewrap.ts'
import type { FileStorageSettings } from './settings.ts'
import type { StoredFile } from './stored-file.ts'
import { sweep } from './sweep.ts'

/** A service's settings (settings.ts, service-kit config) and connections. */
export type FileStoreDeps = FileStorageSettings & {
  /** Multiplies the time limits, for slow machines. */
  STORE_TIMEOUT_FACTOR: number
  /** The collections are added to it, so create the store before the connection is prepared. */
  connection: Connection
  metrics: { registry: Registry }
  log: Log
  now: () => Date
}

export type FileStore = {
  /** Stores a file ({@link putFile}). */
  put(source: FileSource, options: PutOptions): Promise<StoredFile>
  /** Returns a file that is stored completely, without its bytes; undefined if the owner has none with this ID. */
  find(id: string, owner: string): Promise<StoredFile | undefined>
  /** Returns a file with its verified bytes ({@link readFile}). */
  read(id: string, owner: string): Promise<FileWithBytes>
  /** Returns a file as a stream that fails at the end if it is not verified ({@link streamFile}). */
  stream(id: string, owner: string): Promise<FileWithContent>
  /** Deletes a file for good. Does nothing if the owner has none with this ID. */
  remove(id: string, owner: string): Promise<void>
  /** Deletes what interrupted operations have left, and returns how many rows; the job does it every minute. */
  sweep(): Promise<number>
  /** Encrypts the keys of files with the current key, and returns how many; the job does it every minute. */
  rewrap(): Promise<number>
  /** The background job. Its check writes and reads. */
  job: Dependency
}

const JOB_INTERVAL_MS = 60_000
/** Each file that is encrypted or read at once takes up to 100 MB of memory. */
const CONCURRENT_FILES = 4
const MAX_WAITING = 100

/** Creates the file store of a service. */
export function createFileStore(deps: FileStoreDeps): FileStore {
  const { connection, log, now } = deps
  const parts: FileStoreParts = {
    rows: fileRows(connection),
    blobs: openBlobStores(connection, deps, deps.STORE_TIMEOUT_FACTOR),
    keys: openFileKeys(deps.FILE_KEYS),
    location: deps.FILE_STORAGE,
    now,
  }
  const count = measureFiles(deps.metrics.registry, parts)
  const inQueue = createBoundedQueue(CONCURRENT_FILES, MAX_WAITING)
  return {
    put: (source, options) => count('put', () => inQueue(() => putFile(parts, source, options))),
    find: (id, owner) => findFile(parts, id, owner),
    read: (id, owner) => count('read', () => inQueue(() => readFile(parts, id, owner))),
    stream: (id, owner) => count('read', () => streamFile(parts, id, owner)),
    remove: (id, owner) => count('remove', () => removeFile(parts, id, owner, log)),
    sweep: () => sweep(parts),
    rewrap: () => rewrap(parts),
    job: createJob(parts, log),
  }
}

async function removeFile(
  parts: FileStoreParts,
  id: string,
  owner: string,
  log: Log,
): Promise<void> {
  const deletedFile = await deleteKey(parts, id, owner)
  if (!deletedFile) return
  await deleteBytesAndRow(parts, deletedFile).catch((error: unknown) => {
    log.warn({ err: error, file: id }, 'the bytes of a deleted file are deleted later')
  })
}

function createJob(parts: FileStoreParts, log: Log): Dependency {
  const stopping = new AbortController()
  const jobs = Object.entries({ sweep, rewrap }).map(([name, run]) =>
    createRepeatingJob(`${name} of stored files`, JOB_INTERVAL_MS, log, async () => {
      await run(parts, stopping.signal)
    }),
  )
  return {
    name: 'file-storage',
    prepare: async () => {
      await requireKeys(parts)
      for (const job of jobs) await job.prepare()
    },
    check: cacheWriteCheck(() => parts.blobs.check()),
    close: async () => {
      stopping.abort()
      for (const job of jobs) await job.close()
      parts.blobs.close()
    },
  }
}
