/** What a person has entered for a request. It stays in this browser until they have signed. */
import type { SentSigningCode } from '@inkproof/protocol/signing-links'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { FieldValue } from '../editor/draft.ts'

/** Values by the ID of their field. */
export type EnteredValues = Readonly<Record<string, FieldValue>>

export type Entered = {
  /** ID of the link, or of the request of the sender's session. */
  link: string
  values: EnteredValues
  /** The newest code that was requested in this browser. */
  code: SentSigningCode | null
}

interface Schema extends DBSchema {
  entered: { key: string; value: Entered }
}

/** The key of what the sender enters for their own part in a browser that they did not send the request with. */
export function enteredForRequest(envelope: string): string {
  return `request:${envelope}`
}

/** Returns what was entered for a link. */
export async function readEnteredFor(link: string): Promise<Entered> {
  const stored = await withDb((db) => db.get('entered', link), undefined)
  return stored ?? memory.get(link) ?? { link, values: {}, code: null }
}

/** Stores what was entered; only until the page is closed if the browser forbids databases. */
export async function writeEnteredFor(entered: Entered): Promise<void> {
  memory.set(entered.link, entered)
  writing = writing.then(() => withDb((db) => store(db, entered), undefined))
  await writing
}

/** Removes what was entered, also what is still being stored. */
export async function removeEnteredFor(link: string): Promise<void> {
  memory.delete(link)
  writing = writing.then(() => withDb((db) => db.delete('entered', link), undefined))
  await writing
}

const memory = new Map<string, Entered>()

/** Writes and removes one after the other, so that the newest change counts. */
let writing = Promise.resolve()

async function store(db: IDBPDatabase<Schema>, entered: Entered): Promise<void> {
  await db.put('entered', entered)
}

async function withDb<Result>(
  use: (db: IDBPDatabase<Schema>) => Promise<Result>,
  fallback: Result,
): Promise<Result> {
  let db: IDBPDatabase<Schema> | undefined
  try {
    db = await openDB<Schema>('inkproof-signing-links', 1, {
      upgrade: (created) => void created.createObjectStore('entered', { keyPath: 'link' }),
    })
    return await use(db)
  } catch {
    return fallback
  } finally {
    db?.close()
  }
}
