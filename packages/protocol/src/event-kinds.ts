/**
 * Kinds of account events. Each has a title in the account history (mfe-auth history) and, if an e-mail is sent about
 * it, a message in the `emails.ts` of the svc-auth feature that records it.
 */
export const EVENT_KINDS = [
  'account-created',
  'new-device',
  'password-set',
  'password-reset',
  'email-confirmed',
  'email-changed',
  'way-added',
  'way-removed',
  'app-added',
  'app-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'sessions-ended',
  'deletion-asked',
  'deletion-cancelled',
  'account-deleted',
  'member-invited',
  'member-joined',
  'role-changed',
  'member-removed',
  'replies-assigned',
  'test-mail',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]
