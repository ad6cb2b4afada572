import { browserDb, type StoredTrial } from './browser-db.ts'
import { afterReload, DEFAULT_SETTINGS, type Draft, type Settings } from './draft.ts'

const SETTINGS_KEY = 'certify'

/** The stored drafts, oldest first. */
export async function loadDrafts(): Promise<Draft[]> {
  const db = await browserDb()
  const drafts = (await db?.getAll('drafts')) ?? []
  return drafts.map(afterReload).sort((a, b) => a.addedAtMs - b.addedAtMs)
}

export async function saveDrafts(drafts: readonly Draft[]): Promise<void> {
  const db = await browserDb()
  if (db === null) return
  const transaction = db.transaction('drafts', 'readwrite')
  for (const draft of drafts) void transaction.store.put(draft)
  await transaction.done
}

export async function deleteDrafts(ids: readonly string[]): Promise<void> {
  const db = await browserDb()
  if (db === null) return
  const transaction = db.transaction('drafts', 'readwrite')
  for (const id of ids) void transaction.store.delete(id)
  await transaction.done
}

export async function loadSettings(): Promise<Settings> {
  const db = await browserDb()
  return { ...DEFAULT_SETTINGS, ...(await db?.get('settings', SETTINGS_KEY)) }
}

export async function saveSettings(settings: Settings): Promise<void> {
  const db = await browserDb()
  await db?.put('settings', settings, SETTINGS_KEY)
}

export async function saveTrial(trial: StoredTrial): Promise<void> {
  const db = await browserDb()
  await db?.put('made', trial)
}

export async function findTrial(fingerprint: string): Promise<StoredTrial | null> {
  const db = await browserDb()
  return (await db?.get('made', fingerprint)) ?? null
}
