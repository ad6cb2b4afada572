import type { EventKind } from '@inkproof/protocol/event-kinds'
import type { HistoryEvent } from '@inkproof/protocol/profile'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { plural, t } from '@inkproof/texts/text'
import { describeDevice, describeLocation } from '../account/describe-origin.ts'

type GetValue = (name: string) => string | undefined

/** The text of an event: a title, and a line of details. */
export type EventTexts = { title: string; detail: string }

/** Describes an event. A kind that only a newer service knows gets a general title. */
export function describeEvent({ kind, data }: HistoryEvent): EventTexts {
  const value: GetValue = (name) => data[name] || undefined
  const { title, detail } = hasTitle(kind)
    ? { title: TITLES[kind](value), detail: DETAILS[kind]?.(value) }
    : { title: t('Something changed in your account') }
  const origin = [describeDevice(value('device')), describeLocation(value('place'))]
  return { title, detail: joinParts(detail, ...origin, ipAddress(kind, value)) }
}

function hasTitle(kind: string): kind is KindWithTitle {
  return Object.hasOwn(TITLES, kind)
}

/** Every kind but the deletion of the account, which leaves no history to show. */
type KindWithTitle = Exclude<EventKind, 'account-deleted'>

const TITLES: Readonly<Record<KindWithTitle, (value: GetValue) => string>> = {
  'account-created': () => t('Account created'),
  'new-device': () => t('Signed in on a new device'),
  'password-set': () => t('Password changed'),
  'password-reset': () => t('Password reset by e-mail link'),
  'email-confirmed': () => t('E-mail address confirmed'),
  'email-changed': (value) =>
    value('undone') ? t('E-mail address change undone') : t('E-mail address changed'),
  'way-added': (value) => t('Sign-in method added: {method}', { method: describeMethod(value) }),
  'way-removed': (value) =>
    t('Sign-in method removed: {method}', { method: describeMethod(value) }),
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
      workspace: workspaceName(value),
    }),
  'member-joined': (value) => t('Joined {workspace}', { workspace: workspaceName(value) }),
  'role-changed': (value) => t('Role changed in {workspace}', { workspace: workspaceName(value) }),
  'member-removed': (value) =>
    value('own')
      ? t('Left {workspace}', { workspace: workspaceName(value) })
      : t('Removed from {workspace}', { workspace: workspaceName(value) }),
  'replies-assigned': (value) =>
    t('You get the replies to e-mails of {workspace}', { workspace: workspaceName(value) }),
  'test-mail': () => t('Test message sent'),
}

const DETAILS: Readonly<Partial<Record<KindWithTitle, (value: GetValue) => string | undefined>>> = {
  'account-created': (value) => METHODS[value('way') ?? ''],
  'email-confirmed': (value) => value('email'),
  'email-changed': (value) => [value('from'), value('to')].filter(Boolean).join(' → '),
  'recovery-code-used': (value) =>
    value('left') && t('{count} left', { count: value('left') ?? '' }),
  'deletion-asked': (value) =>
    value('deleteAt') && t('for {date}', { date: formatDateTime(value('deleteAt') ?? 0) }),
  'member-invited': (value) => AS_ROLE[value('role') ?? ''],
  'member-joined': (value) => joinParts(AS_ROLE[value('role') ?? ''], invitedBy(value)),
  'role-changed': (value) => joinParts(NOW_ROLE[value('role') ?? ''], doneBy(value)),
  'member-removed': (value) => doneBy(value),
  'replies-assigned': (value) => doneBy(value),
}

const METHODS: Readonly<Record<string, string>> = {
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

/** Returns the sign-in method of an event. Older events store English text instead of the kind of method. */
function describeMethod(value: GetValue): string {
  const method = value('way')
  const name = value('name') ?? ''
  switch (method) {
    case 'password':
      return t('password')
    case 'passkey':
      return t('passkey “{name}”', { name: describeDevice(name) })
    case 'wallet':
      return t('wallet {address}', { address: value('wallet') ?? '' })
    case 'provider':
      return t('sign-in with {name}', { name })
    default:
      return method ?? t('another method')
  }
}

function workspaceName(value: GetValue): string {
  return value('workspace') ?? t('a workspace')
}

/** Returns the IP address of a sign-in on a new device. After the session has ended, the address is shown only here. */
function ipAddress(kind: string, value: GetValue): string | undefined {
  return kind === 'new-device' ? value('address') : undefined
}

/** Names the person who made the change, unless it was the user. */
function doneBy(value: GetValue): string | undefined {
  return value('by') && !value('own') ? t('by {name}', { name: value('by') ?? '' }) : undefined
}

function invitedBy(value: GetValue): string | undefined {
  return value('by') && t('invited by {name}', { name: value('by') ?? '' })
}

function joinParts(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(' · ')
}
