import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Draft, Settings } from './draft.ts'

/** A document made from a sentence, kept so that one letter of it can be changed afterwards. */
export type MadeDocument = {
  fingerprint: string
  fileName: string
  sentence: string
  madeAtMs: number
}

interface Schema extends DBSchema {
  drafts: { key: string; value: Draft }
  made: { key: string; value: MadeDocument }
  settings: { key: string; value: Settings }
}

export type BrowserDb = IDBPDatabase<Schema>

let opened: Promise<BrowserDb | null> | undefined

/** The slice's own database; null where the browser forbids one, and then nothing outlives the page. */
export function browserDb(): Promise<BrowserDb | null> {
  opened ??= open().catch(() => null)
  return opened
}

/** Some browsers refuse by throwing at once, others by a rejected promise. */
async function open(): Promise<BrowserDb> {
  return openDB<Schema>('inkproof-documents', 1, {
    upgrade(db) {
      db.createObjectStore('drafts', { keyPath: 'id' })
      db.createObjectStore('made', { keyPath: 'fingerprint' })
      db.createObjectStore('settings')
    },
  })
}
