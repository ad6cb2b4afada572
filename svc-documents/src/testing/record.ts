/** A record with its database and the folders of its files, new for each test of a file, and the workers that sign it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCheckpoint } from '@inkproof/proof/checkpoint'
import { generateKey, parsePrivateKey, type SignerKey } from '@inkproof/proof/note'
import { createLog } from '@inkproof/service-kit/log'
import { afterEach, beforeEach } from '@jest/globals'
import { type LogFiles, logFiles } from '../log/log-files.ts'
import { createLogWorker, type LogWorker } from '../log/log-worker.ts'
import { until } from './client.ts'
import { type LogDatabase, openLogDatabase, randomEntries } from './database.ts'

export type TestRecord = {
  readonly database: LogDatabase
  /** Contains the folders `log`, which is served, and `copy`, the second store. */
  readonly folder: string
  readonly files: LogFiles
  readonly key: SignerKey
  /** Starts one more worker. */
  start(): Promise<LogWorker>
  /** Stops all workers. */
  stop(): Promise<void>
  /** Appends entries, starts a worker and waits until they are signed. */
  startWithEntries(count: number): Promise<Uint8Array[]>
  waitUntilSigned(size: number): Promise<void>
  readPublished(): Promise<{ size: bigint; root: Uint8Array }>
  /** Replaces the database with an empty one. */
  loseDatabase(): Promise<void>
}

export function useRecord(): TestRecord {
  const key = parsePrivateKey(generateKey('test.example/record').privateKey)
  let database: LogDatabase
  let folder: string
  let files: LogFiles
  let workers: LogWorker[]
  beforeEach(async () => {
    database = await openLogDatabase()
    folder = await mkdtemp(join(tmpdir(), 'inkproof-record-'))
    files = logFiles(join(folder, 'log'), join(folder, 'copy'))
    workers = []
  })
  afterEach(async () => {
    await stop()
    await database.close()
    await rm(folder, { recursive: true })
  })

  async function start(): Promise<LogWorker> {
    const { heads, store } = database
    const worker = createLogWorker({
      ...{ store, heads, files, keys: await database.claimKey(key, files) },
      log: createLog('test', 'silent'),
      now: () => new Date(),
      maySign: () => true,
      onChange: () => undefined,
    })
    workers.push(worker)
    await worker.prepare()
    return worker
  }

  async function stop(): Promise<void> {
    await Promise.all(workers.map((worker) => worker.close()))
    workers = []
  }

  const readPublished = async () =>
    openCheckpoint(await readFile(join(folder, 'log', 'checkpoint'), 'utf8'), key)

  async function waitUntilSigned(size: number): Promise<void> {
    await until(
      () => readPublished().catch(() => undefined),
      (state) => state?.size === BigInt(size),
    )
  }

  return {
    get database() {
      return database
    },
    get folder() {
      return folder
    },
    get files() {
      return files
    },
    key,
    start,
    stop,
    startWithEntries: async (count) => {
      const entries = randomEntries(count)
      await database.appender().append(entries)
      await start()
      await waitUntilSigned(count)
      return entries
    },
    waitUntilSigned,
    readPublished,
    loseDatabase: async () => {
      await database.close()
      database = await openLogDatabase()
    },
  }
}

/** Waits until the worker reports no error. */
export async function waitUntilHealthy(worker: LogWorker): Promise<void> {
  await until(
    async () => worker.problem(),
    (problem) => problem === null,
  )
}

/** Waits until the worker reports an error with this text, and returns all of it. */
export async function waitForProblem(worker: LogWorker, text: string): Promise<string> {
  const found = await until(
    async () => worker.problem(),
    (problem) => problem?.includes(text) ?? false,
  )
  return found ?? ''
}
