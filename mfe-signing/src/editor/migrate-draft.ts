import { type Draft, ME, type PlacedField } from './draft.ts'

/** A draft as any release has stored it. The first release knew only the sender as the signer. */
export type StoredDraft =
  | Draft
  | (Pick<Draft, 'id' | 'accountId' | 'addedAtMs' | 'fileName' | 'title' | 'signerName'> & {
      version?: undefined
      fields: Omit<PlacedField, 'recipient'>[]
    })

/** What the sender has not changed. */
export const DRAFT_DEFAULTS = {
  version: 2,
  isOnlyMe: true,
  recipients: [],
  isOrdered: false,
  message: '',
  expiresAfterDays: 30,
  reminders: { firstAfterDays: 3, repeatAfterDays: 3 },
} as const satisfies Partial<Omit<Draft, 'recipients'>> & { recipients: readonly never[] }

/** Converts a stored draft to the current format. */
export function migrateDraft(stored: StoredDraft): Draft {
  if (stored.version === 2) return stored
  return {
    ...stored,
    ...DRAFT_DEFAULTS,
    recipients: [],
    fields: stored.fields.map((field) => ({ ...field, recipient: ME })),
  }
}
