import type { StoredSettings } from './browser-db.ts'
import { DEFAULT_SETTINGS, type Settings } from './draft.ts'

/** What each user chose last, by account ID; a visitor's settings are under null. */
export type SettingsByAccount = ReadonlyMap<string | null, Settings>

const VISITOR_KEY = 'last'
const ACCOUNT_KEY_PREFIX = 'last:'

/**
 * Earlier releases used these keys. There, `findable` was off until turned on for the files on the page, so a stored
 * `false` was no choice: it applies to the drafts of those releases, but not to new ones.
 */
const OLD_VISITOR_KEY = 'certify'
const OLD_ACCOUNT_KEY_PREFIX = 'certify:'
const OLD_DEFAULTS: Settings = { issuer: null, showIssuer: true, findable: false }

export function keyOf(accountId: string | null): string {
  return accountId === null ? VISITOR_KEY : `${ACCOUNT_KEY_PREFIX}${accountId}`
}

/** The keys of a visitor's settings, of this release and earlier ones. */
export const VISITOR_KEYS = [VISITOR_KEY, OLD_VISITOR_KEY]

/** Returns the settings for each user's next files. */
export function lastSettings(stored: ReadonlyMap<string, StoredSettings>): SettingsByAccount {
  const settings = new Map<string | null, Settings>()
  for (const [key, { issuer, showIssuer }] of stored) {
    const accountId = accountIdOf(key, OLD_VISITOR_KEY, OLD_ACCOUNT_KEY_PREFIX)
    if (accountId === undefined) continue
    settings.set(accountId, withDefaults({ issuer, showIssuer }, DEFAULT_SETTINGS))
  }
  for (const [key, value] of stored) {
    const accountId = accountIdOf(key, VISITOR_KEY, ACCOUNT_KEY_PREFIX)
    if (accountId !== undefined) settings.set(accountId, withDefaults(value, DEFAULT_SETTINGS))
  }
  return settings
}

/** Returns the settings that a draft of an earlier release was shown with. */
export function settingsOfOldDraft(
  stored: ReadonlyMap<string, StoredSettings>,
  accountId: string | null,
): Settings {
  const key = accountId === null ? OLD_VISITOR_KEY : `${OLD_ACCOUNT_KEY_PREFIX}${accountId}`
  return withDefaults(stored.get(key) ?? {}, OLD_DEFAULTS)
}

function withDefaults(stored: StoredFields, defaults: Settings): Settings {
  const { issuer = defaults.issuer, showIssuer = defaults.showIssuer } = stored
  return { issuer, showIssuer, findable: stored.findable ?? defaults.findable }
}

type StoredFields = { [Name in keyof Settings]?: Settings[Name] | undefined }

function accountIdOf(key: string, visitorKey: string, prefix: string): string | null | undefined {
  if (key === visitorKey) return null
  return key.startsWith(prefix) ? key.slice(prefix.length) : undefined
}
