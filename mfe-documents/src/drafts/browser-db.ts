import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import type { Draft, Settings } from './draft.ts'

/** Earlier releases did not store the owner; data without an owner is treated like a visitor's. */
type OptionalOwner = { accountId?: string | null }

/** Earlier releases stored the settings of all of a user's drafts once, as {@link StoredSettings}. */
type StoredDraft = Omit<Draft, 'accountId' | 'settings'> &
  OptionalOwner &
  Partial<Pick<Draft, 'settings'>>

/** What a user chose last, and when; earlier releases stored no time. */
export type StoredSettings = Partial<Settings> & { savedAtMs?: number }

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
  settings: { key: string; value: StoredSettings }
}

export type BrowserDb = IDBPDatabase<Schema>

/** A transaction that can change the owner of all stored data. */
export type AssigningTransaction = IDBPTransaction<
  Schema,
  ('drafts' | 'made' | 'settings')[],
  'readwrite'
>

let opened: Promise<BrowserDb | null> | undefined

/** The slice's own database; null if the browser forbids one, in which case nothing is stored. */
export function browserDb(): Promise<BrowserDb | null> {
  opened ??= open().catch(() => null)
  return opened
}

/**
 * Reads or writes the database. Returns `fallback` if the browser forbids databases, or if `use` fails, for example
 * because the disk is full: the page then continues without storage. The user is told about the first failure of `use`.
 */
export async function withBrowserDb<Result>(
  use: (db: BrowserDb) => Promise<Result>,
  fallback: Result,
): Promise<Result> {
  try {
    const db = await browserDb()
    return db === null ? fallback : await use(db)
  } catch {
    reportFailure()
    return fallback
  }
}

let isFailureReported = false

function reportFailure(): void {
  if (isFailureReported) return
  isFailureReported = true
  toast({
    title: t('This browser could not save your changes'),
    description: t('Do not close or reload this page until your files are certified.'),
    variant: 'error',
  })
}

/** Async, because some browsers throw and others return a rejected promise: callers always get a promise. */
async function open(): Promise<BrowserDb> {
  return openDB<Schema>('inkproof-documents', 1, {
    upgrade(db) {
      db.createObjectStore('drafts', { keyPath: 'id' })
      db.createObjectStore('made', { keyPath: 'fingerprint' })
      db.createObjectStore('settings')
    },
    // Browsers may close the connection of a page in the background; the next use opens another one.
    terminated() {
      opened = undefined
    },
  })
}
