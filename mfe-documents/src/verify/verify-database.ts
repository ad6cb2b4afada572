/**
 * The database of the Verify page. It is separate from the drafts' database, so that an earlier release, which knows
 * only the older version of that one, works after a rollback.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

interface Schema extends DBSchema {
  results: { key: string; value: unknown }
  policies: { key: string; value: string }
}

/** Each store has a single row. */
export const KEY = 'own'

let opened: Promise<IDBPDatabase<Schema> | null> | undefined

/**
 * Runs `use` with the database. Returns null if the browser has no database or `use` fails: the page then works without
 * stored results.
 */
export async function withVerifyDatabase<Result>(
  use: (db: IDBPDatabase<Schema>) => Promise<Result | undefined>,
): Promise<Result | null> {
  try {
    opened ??= open()
    const db = await opened
    return (db && (await use(db))) ?? null
  } catch {
    return null
  }
}

async function open(): Promise<IDBPDatabase<Schema> | null> {
  if (typeof indexedDB === 'undefined') return null
  return await openDB<Schema>('inkproof-verify', 1, {
    upgrade(db) {
      db.createObjectStore('results')
      db.createObjectStore('policies')
    },
    // Browsers may close the connection of a page in the background; the next use opens another one.
    terminated() {
      opened = undefined
    },
  })
}
