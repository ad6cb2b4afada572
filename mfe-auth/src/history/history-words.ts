import type { HistoryEvent } from '@inkproof/protocol/profile'
import { formatDate } from '@inkproof/texts/format'

type Value = (name: string) => string | undefined

/** What an event says in words: a line, and what belongs to it. */
export type EventWords = { title: string; detail: string }

/** An event of a kind that this release does not know yet is still shown. */
export function wordsOf({ kind, data }: HistoryEvent): EventWords {
  const value: Value = (name) => data[name] || undefined
  const title = TITLES[kind]?.(value) ?? 'Something changed in your account'
  const detail = joined(
    DETAILS[kind]?.(value),
    value('device'),
    value('place'),
    addressOf(kind, value),
  )
  return { title, detail }
}

const TITLES: Readonly<Record<string, (value: Value) => string>> = {
  'account-created': () => 'Account created',
  'new-device': () => 'Signed in on a new device',
  'password-set': () => 'Password changed',
  'password-reset': () => 'Password reset by a mailed link',
  'email-confirmed': () => 'E-mail address confirmed',
  'email-changed': (value) =>
    value('undone') ? 'Change of the e-mail address undone' : 'E-mail address changed',
  'way-added': (value) => `Way to sign in added: ${value('way') ?? 'another way'}`,
  'way-removed': (value) => `Way to sign in removed: ${value('way') ?? 'another way'}`,
  'app-added': () => 'Authenticator app added',
  'app-removed': () => 'Authenticator app removed',
  'recovery-codes-made': () => 'New recovery codes made',
  'recovery-code-used': () => 'Recovery code used',
  'sessions-ended': (value) =>
    value('count') === '1' ? 'One session ended' : `${value('count') ?? 'Other'} sessions ended`,
  'deletion-asked': () => 'Deletion of the account asked for',
  'deletion-cancelled': () => 'Deletion of the account cancelled',
  'member-invited': (value) => `Invited ${value('email') ?? 'somebody'} to ${workspaceOf(value)}`,
  'member-joined': (value) => `Joined ${workspaceOf(value)}`,
  'role-changed': (value) => `Role changed in ${workspaceOf(value)}`,
  'member-removed': (value) =>
    value('own') ? `Left ${workspaceOf(value)}` : `Removed from ${workspaceOf(value)}`,
  'test-mail': () => 'Test mail sent',
}

const DETAILS: Readonly<Record<string, (value: Value) => string | undefined>> = {
  'account-created': (value) => WAYS[value('way') ?? ''],
  'email-confirmed': (value) => value('email'),
  'email-changed': (value) => [value('from'), value('to')].filter(Boolean).join(' → '),
  'recovery-code-used': (value) => value('left') && `${value('left')} left`,
  'deletion-asked': (value) => value('deleteAt') && `for ${formatDate(value('deleteAt') ?? 0)}`,
  'member-invited': (value) => value('role') && `as ${value('role')}`,
  'member-joined': (value) => joined(value('role') && `as ${value('role')}`, invitedBy(value)),
  'role-changed': (value) => joined(value('role') && `now ${value('role')}`, doneBy(value)),
  'member-removed': (value) => doneBy(value),
}

const WAYS: Readonly<Record<string, string>> = {
  password: 'with a password',
  wallet: 'with a wallet',
  passkey: 'with a passkey',
  provider: 'with an outside account',
}

function workspaceOf(value: Value): string {
  return value('workspace') ?? 'a workspace'
}

/** Where a sign-in that may be a stranger's came from: once its session has ended, it stands nowhere else. */
function addressOf(kind: string, value: Value): string | undefined {
  return kind === 'new-device' ? value('address') : undefined
}

/** Who did it, where that was not oneself. */
function doneBy(value: Value): string | undefined {
  return value('by') && !value('own') ? `by ${value('by')}` : undefined
}

function invitedBy(value: Value): string | undefined {
  return value('by') && `invited by ${value('by')}`
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(' · ')
}
