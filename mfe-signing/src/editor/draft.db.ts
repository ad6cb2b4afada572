import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Draft } from './draft.ts'
import { migrateDraft, type StoredDraft } from './migrate-draft.ts'

interface Schema extends DBSchema {
  drafts: { key: string; value: StoredDraft }
  /** The bytes of each draft's file: not as a Blob, which some browsers do not store in private windows. */
  files: { key: string; value: ArrayBuffer }
}

let opened: Promise<IDBPDatabase<Schema>> | undefined

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('inkproof-signing-drafts', 1, {
    upgrade(db) {
      db.createObjectStore('drafts', { keyPath: 'id' })
      db.createObjectStore('files')
    },
    // Browsers may close the connection of a page in the background; the next use opens another one.
    terminated() {
      opened = undefined
    },
  })
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

/** Uses the database. Returns `fallback` if the browser forbids databases, or if `use` fails, as with a full disk. */
async function withDatabase<Result>(
  use: (db: IDBPDatabase<Schema>) => Promise<Result>,
  fallback: Result,
): Promise<Result> {
  try {
    return await use(await database())
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
    title: t('This browser could not save your document'),
    description: t('Do not close or reload this page until you have signed.'),
    variant: 'error',
  })
}

/** Returns the drafts of every user of this browser, newest first. */
export async function loadDrafts(): Promise<Draft[]> {
  const drafts = await withDatabase((db) => db.getAll('drafts'), [])
  return drafts.map(migrateDraft).sort((a, b) => b.addedAtMs - a.addedAtMs)
}

/** Returns the bytes of a draft's file; undefined if they are not stored. */
export function loadFile(id: string): Promise<ArrayBuffer | undefined> {
  return withDatabase<ArrayBuffer | undefined>((db) => db.get('files', id), undefined)
}

/** Stores a new draft with the bytes of its file. */
export function addDraft(draft: Draft, bytes: ArrayBuffer): Promise<void> {
  return withDatabase(async (db) => {
    const transaction = db.transaction(['drafts', 'files'], 'readwrite')
    await Promise.all([
      transaction.objectStore('drafts').put(draft),
      transaction.objectStore('files').put(bytes, draft.id),
      transaction.done,
    ])
  }, undefined)
}

/** Stores the current version of a draft. */
export function saveDraft(draft: Draft): Promise<void> {
  return withDatabase(async (db) => {
    await db.put('drafts', draft)
  }, undefined)
}

/** Deletes a draft and its file. */
export function deleteDraft(id: string): Promise<void> {
  return withDatabase(async (db) => {
    const transaction = db.transaction(['drafts', 'files'], 'readwrite')
    await Promise.all([
      transaction.objectStore('drafts').delete(id),
      transaction.objectStore('files').delete(id),
      transaction.done,
    ])
  }, undefined)
}
