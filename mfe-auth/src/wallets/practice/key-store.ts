/** Stores the key of the practice wallet in IndexedDB. The key protects nothing of value. */
import { t } from '@inkproof/texts/text'
import { type DBSchema, openDB } from 'idb'

interface Schema extends DBSchema {
  keys: { key: string; value: { label: string; privateKey: string; madeAtMs: number } }
}

const KEY_ID = 'practice'

/** In browsers without IndexedDB, the key is stored only here, until the page is closed. */
let cachedKey: string | undefined

export async function readKey(): Promise<string | undefined> {
  if (cachedKey !== undefined) return cachedKey
  const entry = await withDb((db) => db.get('keys', KEY_ID))
  cachedKey = entry?.privateKey
  return cachedKey
}

export async function storeKey(privateKey: string): Promise<void> {
  cachedKey = privateKey
  const value = { label: t('Practice wallet'), privateKey, madeAtMs: Date.now() }
  await withDb((db) => db.put('keys', value, KEY_ID))
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
