import {
  type AssigningTransaction,
  type StoredSettings,
  type StoredTrial,
  withBrowserDb,
} from './browser-db.ts'
import { afterReload, type Draft, type Settings } from './draft.ts'
import {
  keyOf,
  lastSettings,
  type SettingsByAccount,
  settingsOfOldDraft,
  VISITOR_KEYS,
} from './stored-settings.ts'

export type StoredData = {
  /** Of every user of this browser, oldest first. */
  drafts: Draft[]
  settings: SettingsByAccount
}

export async function loadStoredData(): Promise<StoredData> {
  const [drafts, stored] = await withBrowserDb(
    (db) => Promise.all([db.getAll('drafts'), readSettings(db.transaction('settings').store)]),
    [[], new Map<string, StoredSettings>()],
  )
  return {
    drafts: drafts
      .map((draft) => {
        const accountId = draft.accountId ?? null
        const settings = draft.settings ?? settingsOfOldDraft(stored, accountId)
        return afterReload({ ...draft, accountId, settings })
      })
      .sort((a, b) => a.addedAtMs - b.addedAtMs),
    settings: lastSettings(stored),
  }
}

export async function saveDrafts(drafts: readonly Draft[]): Promise<void> {
  await withBrowserDb(async (db) => {
    const { store, done } = db.transaction('drafts', 'readwrite')
    await Promise.all([...drafts.map((draft) => store.put(draft)), done])
  }, undefined)
}

export async function deleteDrafts(ids: readonly string[]): Promise<void> {
  await withBrowserDb(async (db) => {
    const { store, done } = db.transaction('drafts', 'readwrite')
    await Promise.all([...ids.map((id) => store.delete(id)), done])
  }, undefined)
}

/** A sign-in: everything that visitors of this browser had stored by then belongs to the account. */
export type SignIn = { accountId: string; atMs: number }

/**
 * Assigns to an account the drafts and trial documents that visitors had stored when its user signed in, and deletes
 * the visitors' settings of that time. What was stored later belongs to another visitor, even if this is called late.
 * Changes nothing else, because another tab may have stored newer versions. Returns whether all of it is stored; if
 * not, none of it is.
 */
export function assignVisitorData(signIn: SignIn): Promise<boolean> {
  return withBrowserDb(async (db) => {
    const transaction = db.transaction(['drafts', 'made', 'settings'], 'readwrite')
    await Promise.all([assignAll(transaction, signIn), transaction.done])
    return true
  }, false)
}

async function assignAll(
  transaction: AssigningTransaction,
  { accountId, atMs }: SignIn,
): Promise<void> {
  const [drafts, trials] = [transaction.objectStore('drafts'), transaction.objectStore('made')]
  const settings = transaction.objectStore('settings')
  const [allDrafts, allTrials, stored] = await Promise.all([
    drafts.getAll(),
    trials.getAll(),
    readSettings(settings),
  ])
  const ownDrafts = allDrafts.filter((draft) => isVisitors(draft) && draft.addedAtMs <= atMs)
  const ownTrials = allTrials.filter((trial) => isVisitors(trial) && trial.madeAtMs <= atMs)
  const replaced = VISITOR_KEYS.filter((key) => (stored.get(key)?.savedAtMs ?? 0) <= atMs)
  await Promise.all([
    ...ownDrafts.map((draft) => {
      const shown = draft.settings ?? settingsOfOldDraft(stored, null)
      return drafts.put({ ...draft, settings: shown, accountId })
    }),
    ...ownTrials.map((trial) => trials.put({ ...trial, accountId })),
    ...replaced.map((key) => settings.delete(key)),
  ])
}

/** Stores what a user chose last. */
export async function saveSettings(accountId: string | null, settings: Settings): Promise<void> {
  const stored = { ...settings, savedAtMs: Date.now() }
  await withBrowserDb((db) => db.put('settings', stored, keyOf(accountId)), '')
}

export async function saveTrial(trial: StoredTrial): Promise<void> {
  await withBrowserDb((db) => db.put('made', trial), '')
}

/** Returns a trial document that this account or a visitor created; null if there is none. */
export async function findTrial(
  fingerprint: string,
  accountId: string | null,
): Promise<StoredTrial | null> {
  const trial = await withBrowserDb((db) => db.get('made', fingerprint), undefined)
  return trial && (isVisitors(trial) || trial.accountId === accountId) ? trial : null
}

type SettingsStore = {
  getAllKeys(): Promise<string[]>
  getAll(): Promise<StoredSettings[]>
}

async function readSettings(store: SettingsStore): Promise<Map<string, StoredSettings>> {
  const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()])
  return new Map(keys.map((key, index) => [key, values[index] ?? {}]))
}

function isVisitors({ accountId }: { accountId?: string | null }): boolean {
  return accountId === undefined || accountId === null
}
