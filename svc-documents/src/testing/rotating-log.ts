/** A log whose key is rotated by workers of a test, without a chain. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeEntry, KINDS } from '@inkproof/proof/leaf'
import type { RecordedRotation } from '@inkproof/proof/log-key-rotation'
import { generateKey, parsePrivateKey, type SignerKey } from '@inkproof/proof/note'
import { parseRotationsFile } from '@inkproof/proof/rotations-file'
import { createLog } from '@inkproof/service-kit/log'
import { type LogFiles, logFiles } from '../log/log-files.ts'
import type { LogKeyRing } from '../log/log-key-ring.ts'
import { findSigner } from '../log/log-keys.ts'
import { createLogWorker, type LogWorker } from '../log/log-worker.ts'
import { until } from './client.ts'
import { type LogDatabase, openLogDatabase, randomEntries } from './database.ts'

export const ORIGIN = 'test.example/record'
export const [OLD, NEW, OTHER] = [newKey(), newKey(), newKey()]
/** Settings that rotate the key from OLD. */
export const FROM_OLD = { previous: OLD }

export type RotatingLog = {
  readonly database: LogDatabase
  folder: string
  files: LogFiles
  /** Starts the keys of a worker. Throws like `prepare`. */
  claim(key: SignerKey, change?: Parameters<LogDatabase['claimKey']>[2]): Promise<LogKeyRing>
  start(keys: LogKeyRing): Promise<LogWorker>
  stop(): Promise<void>
  /** Starts with OLD, signs entries, and stops. */
  startWithOld(count?: number): Promise<void>
  /** Appends entries and waits until a state with all of them is signed. Returns its note. */
  sign(count: number): Promise<string>
  /** Returns the note of the head once it has this size. */
  waitForNote(size: number): Promise<string>
  /** Stores an anchor of the newest state as final, as the anchor worker does. Returns its size. */
  anchorNewest(keys: LogKeyRing): Promise<number>
  readRotations(): Promise<RecordedRotation[]>
  /** Returns the indexes of the entries that rotate the key. */
  keyEntries(): Promise<number[]>
  /** Replaces the database with an empty one. */
  loseDatabase(): Promise<void>
  remove(): Promise<void>
}

export async function createRotatingLog(): Promise<RotatingLog> {
  let database = await openLogDatabase()
  let workers: LogWorker[] = []
  const folder = await mkdtemp(join(tmpdir(), 'inkproof-rotation-'))
  const files = logFiles(join(folder, 'log'), join(folder, 'copy'))
  const log: RotatingLog = {
    get database() {
      return database
    },
    folder,
    files,
    claim: (key, change = {}) => database.claimKey(key, files, change),
    start: async (keys) => {
      const worker = createWorker(database, files, keys)
      workers.push(worker)
      await worker.prepare()
      return worker
    },
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.close()))
      workers = []
    },
    startWithOld: async (count = 3) => {
      await log.start(await log.claim(OLD))
      await log.sign(count)
      await log.stop()
    },
    sign: async (count) => {
      await database.appender().append(randomEntries(count))
      return log.waitForNote(await database.countEntries())
    },
    waitForNote: async (size) => {
      const { note } = await until(database.heads.read, (heads) => heads.size >= size)
      return note as string
    },
    anchorNewest: (keys) => anchorNewest(database, keys),
    readRotations: async () =>
      parseRotationsFile(ORIGIN, await readFile(join(folder, 'log', 'rotations.json'), 'utf8')),
    keyEntries: async () => {
      const kinds = (await database.entries()).map((bytes) => decodeEntry(bytes).kind)
      return kinds.flatMap((kind, index) => (kind === KINDS.logKey ? [index] : []))
    },
    loseDatabase: async () => {
      await database.close()
      database = await openLogDatabase()
    },
    remove: async () => {
      await log.stop()
      await database.close()
      await rm(folder, { recursive: true })
    },
  }
  return log
}

/** Names the keys whose signatures a note has. */
export function signers(note: string): string[] {
  return Object.entries({ OLD, NEW, OTHER }).flatMap(([name, key]) =>
    findSigner(note, [key]) ? [name] : [],
  )
}

function newKey(): SignerKey {
  return parsePrivateKey(generateKey(ORIGIN).privateKey)
}

function createWorker({ store, heads }: LogDatabase, files: LogFiles, keys: LogKeyRing): LogWorker {
  return createLogWorker({
    store,
    heads,
    files,
    keys,
    log: createLog('test', 'silent'),
    now: () => new Date(),
    maySign: () => true,
    onChange: () => undefined,
  })
}

async function anchorNewest({ heads }: LogDatabase, keys: LogKeyRing): Promise<number> {
  const { size, root, anchor } = await heads.read()
  const at = { txHash: '', blockNumber: 1, blockHash: '', blockTime: '', confirmations: 2 }
  await heads.setAnchorState({ anchor: { size, root: root as string, ...at } })
  await keys.recordFinalAnchor({ size, previousSize: anchor?.size ?? 0 })
  return size
}
