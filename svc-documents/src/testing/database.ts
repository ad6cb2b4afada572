/** Opens a log's database for one test file. */
import { randomBytes, randomUUID } from 'node:crypto'
import { entryBytes, KINDS, makeOpening } from '@inkproof/proof/leaf'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { createLog } from '@inkproof/service-kit/log'
import { openMongo } from '@inkproof/service-kit/mongo'
import { type Appender, createAppender } from '../log/append.ts'
import { entryModel } from '../log/entries.model.ts'
import { type EntryStore, entryStore } from '../log/entry-store.ts'
import { headsModel } from '../log/heads.model.ts'
import { type HeadsStore, headsStore } from '../log/heads-store.ts'

export type LogDatabase = {
  store: EntryStore
  heads: HeadsStore
  /** Creates an independent appender, like that of another process. */
  appender(): Appender
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
  await mongo.prepare()
  await heads.prepare()
  const knownSize = async () => (await heads.read()).size
  return {
    store,
    heads,
    appender: () => createAppender({ store, knownSize, barrier: heads.barrier }),
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

/** Returns the bytes of a new certificate entry. */
export function randomEntry(): Uint8Array {
  const fingerprint = new Uint8Array(randomBytes(32))
  return entryBytes(makeOpening({ kind: KINDS.certified, fingerprint, claims: [] }), nodeSha256)
}

export function randomEntries(count: number): Uint8Array[] {
  return Array.from({ length: count }, randomEntry)
}
