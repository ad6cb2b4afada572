/** Stores the key of the practice wallet in IndexedDB. It protects nothing of value. */
import { t } from '@inkproof/texts/text'
import { type DBSchema, openDB } from 'idb'

interface Schema extends DBSchema {
  keys: { key: string; value: { label: string; privateKey: string; madeAtMs: number } }
}

const ONLY = 'practice'

/** For browsers that store nothing: the wallet then lasts until the page is closed. */
let held: string | undefined

export async function readKey(): Promise<string | undefined> {
  if (held !== undefined) return held
  const kept = await withDb((db) => db.get('keys', ONLY))
  held = kept?.privateKey
  return held
}

export async function storeKey(privateKey: string): Promise<void> {
  held = privateKey
  const value = { label: t('Practice wallet'), privateKey, madeAtMs: Date.now() }
  await withDb((db) => db.put('keys', value, ONLY))
}

type Db = Awaited<ReturnType<typeof open>>

function open() {
  return openDB<Schema>('inkproof-practice-wallet', 1, {
    upgrade: (db) => void db.createObjectStore('keys'),
  })
}

async function withDb<Result>(use: (db: Db) => Promise<Result>): Promise<Result | undefined> {
  try {
    const db = await open()
    try {
      return await use(db)
    } finally {
      db.close()
    }
  } catch {
    return undefined
  }
}
