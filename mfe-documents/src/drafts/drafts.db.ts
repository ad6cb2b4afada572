import { browserDb, type StoredTrial } from './browser-db.ts'
import { afterReload, DEFAULT_SETTINGS, type Draft, type Settings } from './draft.ts'

/** The settings of each person, by account ID; null is the key of a visitor's. */
export type SettingsByAccount = ReadonlyMap<string | null, Settings>

/** Also the key of the settings that earlier releases stored, which did not record whose they were. */
const VISITOR_KEY = 'certify'
const ACCOUNT_KEY_PREFIX = 'certify:'

/** The stored drafts of everyone who has used this browser, oldest first. */
export async function loadDrafts(): Promise<Draft[]> {
  const db = await browserDb()
  const drafts = (await db?.getAll('drafts')) ?? []
  return drafts
    .map((draft) => afterReload({ ...draft, accountId: draft.accountId ?? null }))
    .sort((a, b) => a.addedAtMs - b.addedAtMs)
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

/**
 * Assigns a visitor's drafts and trial documents to an account. Changes nothing else, because another tab may have
 * stored newer versions.
 */
export async function assignVisitorDrafts(accountId: string): Promise<void> {
  const db = await browserDb()
  if (db === null) return
  const transaction = db.transaction(['drafts', 'made'], 'readwrite')
  const [drafts, made] = [transaction.objectStore('drafts'), transaction.objectStore('made')]
  for (const draft of await drafts.getAll()) {
    if (isVisitors(draft)) void drafts.put({ ...draft, accountId })
  }
  for (const trial of await made.getAll()) {
    if (isVisitors(trial)) void made.put({ ...trial, accountId })
  }
  await transaction.done
}

export async function loadSettings(): Promise<SettingsByAccount> {
  const db = await browserDb()
  if (db === null) return new Map()
  const transaction = db.transaction('settings')
  const [keys, values] = await Promise.all([
    transaction.store.getAllKeys(),
    transaction.store.getAll(),
  ])
  return new Map(
    values.map((settings, index) => [
      accountIdOfKey(keys[index] ?? VISITOR_KEY),
      { ...DEFAULT_SETTINGS, ...settings },
    ]),
  )
}

export async function saveSettings(accountId: string | null, settings: Settings): Promise<void> {
  const db = await browserDb()
  await db?.put('settings', settings, keyOf(accountId))
}

/** Stores a visitor's settings as those of an account. */
export async function assignVisitorSettings(accountId: string, settings: Settings): Promise<void> {
  const db = await browserDb()
  if (db === null) return
  const transaction = db.transaction('settings', 'readwrite')
  void transaction.store.put(settings, keyOf(accountId))
  void transaction.store.delete(VISITOR_KEY)
  await transaction.done
}

export async function saveTrial(trial: StoredTrial): Promise<void> {
  const db = await browserDb()
  await db?.put('made', trial)
}

/** Returns a trial document that this account or a visitor created; null if there is none. */
export async function findTrial(
  fingerprint: string,
  accountId: string | null,
): Promise<StoredTrial | null> {
  const db = await browserDb()
  const trial = await db?.get('made', fingerprint)
  return trial && (isVisitors(trial) || trial.accountId === accountId) ? trial : null
}

function isVisitors({ accountId }: { accountId?: string | null }): boolean {
  return accountId === undefined || accountId === null
}

function keyOf(accountId: string | null): string {
  return accountId === null ? VISITOR_KEY : `${ACCOUNT_KEY_PREFIX}${accountId}`
}

function accountIdOfKey(key: string): string | null {
  return key === VISITOR_KEY ? null : key.slice(ACCOUNT_KEY_PREFIX.length)
}
