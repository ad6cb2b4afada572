import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Draft, Settings } from './draft.ts'

/** Earlier releases did not store whose it is; such data is treated like a visitor's. */
type OptionalOwner = { accountId?: string | null }

type StoredDraft = Omit<Draft, 'accountId'> & OptionalOwner

/** A sentence that was turned into a PDF on the page, stored so that a copy with one changed letter can be created. */
export type StoredTrial = {
  fingerprint: string
  fileName: string
  sentence: string
  madeAtMs: number
} & OptionalOwner

interface Schema extends DBSchema {
  drafts: { key: string; value: StoredDraft }
  made: { key: string; value: StoredTrial }
  settings: { key: string; value: Settings }
}

export type BrowserDb = IDBPDatabase<Schema>

let opened: Promise<BrowserDb | null> | undefined

/** The slice's own database; null if the browser forbids one, in which case nothing is stored. */
export function browserDb(): Promise<BrowserDb | null> {
  opened ??= open().catch(() => null)
  return opened
}

/** Async, because some browsers throw and others return a rejected promise. */
async function open(): Promise<BrowserDb> {
  return openDB<Schema>('inkproof-documents', 1, {
    upgrade(db) {
      db.createObjectStore('drafts', { keyPath: 'id' })
      db.createObjectStore('made', { keyPath: 'fingerprint' })
      db.createObjectStore('settings')
    },
  })
}
