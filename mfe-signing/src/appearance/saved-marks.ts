/** Signatures and initials that a person chose to keep in this browser. They are never sent anywhere by this. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Mark, MarkKind } from './mark.ts'

export type SavedMark = {
  /** Later marks have higher ones. */
  id: number
  /** A browser may have several users. */
  accountId: string
  kind: MarkKind
  mark: Mark
}

interface Schema extends DBSchema {
  marks: { key: number; value: SavedMark; indexes: { accountId: string } }
}

/** Of each kind for each account; saving another one removes the oldest. */
const MAX_SAVED = 4

/** The changes so far. Reading waits for them: a dialog that is opened again at once must show what was just saved. */
let changes: Promise<void> = Promise.resolve()

/** Returns those of an account, the latest first; none if the browser forbids databases. */
export async function listSavedMarks(accountId: string, kind: MarkKind): Promise<SavedMark[]> {
  await changes
  return readMarks(accountId, kind)
}

/** Keeps a mark; does nothing if the browser forbids that, because the mark can be made again. */
export function saveMark(accountId: string, kind: MarkKind, mark: Mark): Promise<void> {
  changes = changes.then(() => addMark(accountId, kind, mark))
  return changes
}

export function deleteSavedMark(id: number): Promise<void> {
  changes = changes.then(() => withDb((db) => db.delete('marks', id), undefined))
  return changes
}

async function readMarks(accountId: string, kind: MarkKind): Promise<SavedMark[]> {
  const all = await withDb((db) => db.getAllFromIndex('marks', 'accountId', accountId), [])
  return all.filter((saved) => saved.kind === kind).sort((a, b) => b.id - a.id)
}

async function addMark(accountId: string, kind: MarkKind, mark: Mark): Promise<void> {
  const others = await readMarks(accountId, kind)
  await withDb(async (db) => {
    // The database sets the ID.
    const { done, store } = db.transaction('marks', 'readwrite')
    const surplus = others.slice(MAX_SAVED - 1)
    await Promise.all([
      store.add({ accountId, kind, mark } as SavedMark),
      ...surplus.map(({ id }) => store.delete(id)),
      done,
    ])
  }, undefined)
}

/** Never rejects. */
async function withDb<Result>(
  use: (db: IDBPDatabase<Schema>) => Promise<Result>,
  fallback: Result,
): Promise<Result> {
  let db: IDBPDatabase<Schema> | undefined
  try {
    db = await openDB<Schema>('inkproof-signatures', 1, {
      upgrade(created) {
        created
          .createObjectStore('marks', { keyPath: 'id', autoIncrement: true })
          .createIndex('accountId', 'accountId')
      },
    })
    return await use(db)
  } catch {
    return fallback
  } finally {
    db?.close()
  }
}
