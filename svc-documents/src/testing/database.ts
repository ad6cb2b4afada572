/** Opens a log's database for one test file. */
import { randomBytes, randomUUID } from 'node:crypto'
import { entryBytes, KINDS, makeOpening } from '@inkproof/proof/leaf'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import type { SignerKey } from '@inkproof/proof/note'
import { createLog } from '@inkproof/service-kit/log'
import { openMongo } from '@inkproof/service-kit/mongo'
import { type Appender, createAppender } from '../log/append.ts'
import type { ConfiguredKeys } from '../log/claim-log-key.ts'
import { entryModel } from '../log/entries.model.ts'
import { type EntryStore, entryStore } from '../log/entry-store.ts'
import { headsModel } from '../log/heads.model.ts'
import { type HeadsStore, headsStore } from '../log/heads-store.ts'
import type { LogFiles } from '../log/log-files.ts'
import { createLogKeyRing, type LogKeyRing } from '../log/log-key-ring.ts'
import { type LogKeyStore, logKeyStore } from '../log/log-key-store.ts'
import { logKeyModel } from '../log/log-keys.model.ts'

export type LogDatabase = {
  store: EntryStore
  heads: HeadsStore
  /** Creates an independent appender, like that of another process. */
  appender(): Appender
  /** Starts the keys of a worker: this one, and the settings for a rotation. Throws like `prepare`. */
  claimKey(
    current: SignerKey,
    files: LogFiles,
    change?: Partial<ConfiguredKeys>,
  ): Promise<LogKeyRing>
  logKeys: LogKeyStore
  /** Deletes the stored keys, as if they came from a release that did not store them. */
  forgetKeys(): Promise<void>
  /** Entries in index order, up to the first missing one. */
  entries(): Promise<Buffer[]>
  /** Deletes the entries from this index on, as if the database had been restored from an old backup. */
  deleteFrom(index: number): Promise<void>
  countEntries(): Promise<number>
  close(): Promise<void>
}

export async function openLogDatabase(): Promise<LogDatabase> {
  const url = new URL(process.env['INKPROOF_TEST_MONGO_URL'] ?? '')
  url.pathname = `/log-${randomUUID()}`
  const mongo = openMongo(url.href, createLog('test', 'silent'), 10)
  const entries = entryModel(mongo.connection)
  const store = entryStore(entries)
  const heads = headsStore(headsModel(mongo.connection))
  const keyModel = logKeyModel(mongo.connection)
  const logKeys = logKeyStore(keyModel)
  await mongo.prepare()
  await heads.prepare()
  const knownSize = async () => (await heads.read()).size
  const appender = () => createAppender({ store, knownSize, barrier: heads.barrier })
  return {
    store,
    heads,
    appender,
    logKeys,
    forgetKeys: async () => {
      await keyModel.deleteMany({})
    },
    claimKey: async (current, files, change = {}) => {
      const configured = { ...NO_ROTATION, current, ...change }
      const log = createLog('test', 'silent')
      const { append } = appender()
      const keys = createLogKeyRing({ configured, store: logKeys, heads, files, append, log })
      await keys.prepare()
      return keys
    },
    entries: async () => {
      const count = await entries.countDocuments()
      const rows = await store.bytesAt(Array.from({ length: count }, (_, index) => index))
      return Array.from({ length: rows.size }, (_, index) => rows.get(index) as Buffer)
    },
    deleteFrom: async (index) => {
      await entries.deleteMany({ _id: { $gte: index } })
    },
    countEntries: () => entries.countDocuments(),
    close: mongo.close,
  }
}

const NO_ROTATION = {
  previous: undefined,
  isPreviousLost: false,
  signAsOperator: () => Promise.reject(new Error('this key is not lost')),
}

/** Returns the bytes of a new certificate entry. */
export function randomEntry(): Uint8Array {
  const fingerprint = new Uint8Array(randomBytes(32))
  return entryBytes(makeOpening({ kind: KINDS.certified, fingerprint, claims: [] }), nodeSha256)
}

export function randomEntries(count: number): Uint8Array[] {
  return Array.from({ length: count }, randomEntry)
}
