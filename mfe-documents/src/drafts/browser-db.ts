import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Draft, Settings } from './draft.ts'

/** The sentence of a document made on the page, from which a copy with one changed letter can be made later. */
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

/** The slice's own database; null if the browser forbids one, in which case nothing is kept. */
export function browserDb(): Promise<BrowserDb | null> {
  opened ??= open().catch(() => null)
  return opened
}

/** Some browsers throw, others return a rejected promise. */
async function open(): Promise<BrowserDb> {
  return openDB<Schema>('inkproof-documents', 1, {
    upgrade(db) {
      db.createObjectStore('drafts', { keyPath: 'id' })
      db.createObjectStore('made', { keyPath: 'fingerprint' })
      db.createObjectStore('settings')
    },
  })
}
