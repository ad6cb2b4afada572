import type { EventKind } from '@inkproof/protocol/event-kinds'
import type { HistoryEvent } from '@inkproof/protocol/profile'
import { formatDate } from '@inkproof/texts/format'
import { plural, t } from '@inkproof/texts/text'
import { describeDevice, describePlace } from '../account/describe-origin.ts'

type Value = (name: string) => string | undefined

/** The text of an event: a title, and a line of details. */
export type EventWords = { title: string; detail: string }

/** An event of a kind that only a newer service knows is still shown. */
export function wordsOf({ kind, data }: HistoryEvent): EventWords {
  const value: Value = (name) => data[name] || undefined
  const { title, detail } = isShown(kind)
    ? { title: TITLES[kind](value), detail: DETAILS[kind]?.(value) }
    : { title: t('Something changed in your account') }
  const origin = [describeDevice(value('device')), describePlace(value('place'))]
  return { title, detail: joined(detail, ...origin, addressOf(kind, value)) }
}

function isShown(kind: string): kind is ShownKind {
  return Object.hasOwn(TITLES, kind)
}

/** A deleted account has no history left to show. */
type ShownKind = Exclude<EventKind, 'account-deleted'>

const TITLES: Readonly<Record<ShownKind, (value: Value) => string>> = {
  'account-created': () => t('Account created'),
  'new-device': () => t('Signed in on a new device'),
  'password-set': () => t('Password changed'),
  'password-reset': () => t('Password reset by e-mail link'),
  'email-confirmed': () => t('E-mail address confirmed'),
  'email-changed': (value) =>
    value('undone') ? t('E-mail address change undone') : t('E-mail address changed'),
  'way-added': (value) => t('Sign-in method added: {method}', { method: methodOf(value) }),
  'way-removed': (value) => t('Sign-in method removed: {method}', { method: methodOf(value) }),
  'app-added': () => t('Authenticator app added'),
  'app-removed': () => t('Authenticator app removed'),
  'recovery-codes-made': () => t('New recovery codes generated'),
  'recovery-code-used': () => t('Recovery code used'),
  'sessions-ended': (value) =>
    value('count')
      ? plural(Number(value('count')), {
          one: '{count} session ended',
          other: '{count} sessions ended',
        })
      : t('Other sessions ended'),
  'deletion-asked': () => t('Account deletion requested'),
  'deletion-cancelled': () => t('Account deletion cancelled'),
  'member-invited': (value) =>
    t('Invited {invitee} to {workspace}', {
      invitee: value('email') ?? t('someone'),
      workspace: workspaceOf(value),
    }),
  'member-joined': (value) => t('Joined {workspace}', { workspace: workspaceOf(value) }),
  'role-changed': (value) => t('Role changed in {workspace}', { workspace: workspaceOf(value) }),
  'member-removed': (value) =>
    value('own')
      ? t('Left {workspace}', { workspace: workspaceOf(value) })
      : t('Removed from {workspace}', { workspace: workspaceOf(value) }),
  'test-mail': () => t('Test message sent'),
}

const DETAILS: Readonly<Partial<Record<ShownKind, (value: Value) => string | undefined>>> = {
  'account-created': (value) => WAYS[value('way') ?? ''],
  'email-confirmed': (value) => value('email'),
  'email-changed': (value) => [value('from'), value('to')].filter(Boolean).join(' → '),
  'recovery-code-used': (value) =>
    value('left') && t('{count} left', { count: value('left') ?? '' }),
  'deletion-asked': (value) =>
    value('deleteAt') && t('for {date}', { date: formatDate(value('deleteAt') ?? 0) }),
  'member-invited': (value) => AS_ROLE[value('role') ?? ''],
  'member-joined': (value) => joined(AS_ROLE[value('role') ?? ''], invitedBy(value)),
  'role-changed': (value) => joined(NOW_ROLE[value('role') ?? ''], doneBy(value)),
  'member-removed': (value) => doneBy(value),
}

const WAYS: Readonly<Record<string, string>> = {
  password: t('with a password'),
  wallet: t('with a wallet'),
  passkey: t('with a passkey'),
  provider: t('with a linked account'),
}

const AS_ROLE: Readonly<Record<string, string>> = {
  owner: t('as owner'),
  member: t('as member'),
  viewer: t('as viewer'),
}

const NOW_ROLE: Readonly<Record<string, string>> = {
  owner: t('now owner'),
  member: t('now member'),
  viewer: t('now viewer'),
}

/** The sign-in method an event is about; older events store English text instead of its kind. */
function methodOf(value: Value): string {
  const way = value('way')
  const name = value('name') ?? ''
  switch (way) {
    case 'password':
      return t('password')
    case 'passkey':
      return t('passkey “{name}”', { name: describeDevice(name) })
    case 'wallet':
      return t('wallet {address}', { address: value('wallet') ?? '' })
    case 'provider':
      return t('sign-in with {name}', { name })
    default:
      return way ?? t('another method')
  }
}

function workspaceOf(value: Value): string {
  return value('workspace') ?? t('a workspace')
}

/** The address of a sign-in that may be a stranger's; once its session has ended, it is shown nowhere else. */
function addressOf(kind: string, value: Value): string | undefined {
  return kind === 'new-device' ? value('address') : undefined
}

/** The person who did it, if that was somebody else. */
function doneBy(value: Value): string | undefined {
  return value('by') && !value('own') ? t('by {name}', { name: value('by') ?? '' }) : undefined
}

function invitedBy(value: Value): string | undefined {
  return value('by') && t('invited by {name}', { name: value('by') ?? '' })
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(' · ')
}
