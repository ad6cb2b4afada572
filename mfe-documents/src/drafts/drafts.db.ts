import { type AssigningTransaction, type StoredTrial, withBrowserDb } from './browser-db.ts'
import {
  afterReload,
  assignSettings,
  DEFAULT_SETTINGS,
  type Draft,
  type Settings,
} from './draft.ts'

/** The settings of each user, by account ID; a visitor's are under null. */
export type SettingsByAccount = ReadonlyMap<string | null, Settings>

/** Earlier releases stored all settings under this key, without an owner. */
const VISITOR_KEY = 'certify'
const ACCOUNT_KEY_PREFIX = 'certify:'

/** Returns the stored drafts of every user of this browser, oldest first. */
export async function loadDrafts(): Promise<Draft[]> {
  const drafts = await withBrowserDb((db) => db.getAll('drafts'), [])
  return drafts
    .map((draft) => afterReload({ ...draft, accountId: draft.accountId ?? null }))
    .sort((a, b) => a.addedAtMs - b.addedAtMs)
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

/**
 * Assigns a visitor's drafts, trial documents and settings to an account. Changes nothing else, because another tab may
 * have stored newer versions. Returns whether all of it is stored; if not, none of it is.
 */
export function assignVisitorData(accountId: string): Promise<boolean> {
  return withBrowserDb(async (db) => {
    const transaction = db.transaction(['drafts', 'made', 'settings'], 'readwrite')
    await Promise.all([assignAll(transaction, accountId), transaction.done])
    return true
  }, false)
}

async function assignAll(transaction: AssigningTransaction, accountId: string): Promise<void> {
  const [drafts, trials] = [transaction.objectStore('drafts'), transaction.objectStore('made')]
  const settings = transaction.objectStore('settings')
  const [allDrafts, allTrials, visitor, own] = await Promise.all([
    drafts.getAll(),
    trials.getAll(),
    settings.get(VISITOR_KEY),
    settings.get(keyOf(accountId)),
  ])
  const assigned = visitor && assignSettings(withDefaults(own), withDefaults(visitor))
  await Promise.all([
    ...allDrafts.filter(belongsToVisitor).map((draft) => drafts.put({ ...draft, accountId })),
    ...allTrials.filter(belongsToVisitor).map((trial) => trials.put({ ...trial, accountId })),
    assigned && settings.put(assigned, keyOf(accountId)),
    settings.delete(VISITOR_KEY),
  ])
}

export function loadSettings(): Promise<SettingsByAccount> {
  return withBrowserDb(async (db) => {
    const { store } = db.transaction('settings')
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()])
    return new Map(
      values.map((settings, index) => [
        accountIdOfKey(keys[index] ?? VISITOR_KEY),
        withDefaults(settings),
      ]),
    )
  }, new Map())
}

export async function saveSettings(accountId: string | null, settings: Settings): Promise<void> {
  await withBrowserDb((db) => db.put('settings', settings, keyOf(accountId)), '')
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
  return trial && (belongsToVisitor(trial) || trial.accountId === accountId) ? trial : null
}

/** An earlier release may have stored fewer settings. */
function withDefaults(settings: Partial<Settings> | undefined): Settings {
  return { ...DEFAULT_SETTINGS, ...settings }
}

function belongsToVisitor({ accountId }: { accountId?: string | null }): boolean {
  return accountId === undefined || accountId === null
}

function keyOf(accountId: string | null): string {
  return accountId === null ? VISITOR_KEY : `${ACCOUNT_KEY_PREFIX}${accountId}`
}

function accountIdOfKey(key: string): string | null {
  return key === VISITOR_KEY ? null : key.slice(ACCOUNT_KEY_PREFIX.length)
}
