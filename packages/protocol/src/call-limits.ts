/** Rate limits that calls of several features share. */
import type { CallLimit } from './call.ts'

/** Changes of settings. Also limits what a program can do with a stolen token. */
export const SETTINGS_LIMIT = {
  name: 'settings',
  max: 300,
  windowSeconds: 60,
  whenRedisFails: 'closed',
  by: 'account',
} as const satisfies CallLimit

/** New accounts. Generous, because an office or a classroom shares one IP address. */
export const REGISTER_LIMIT = {
  name: 'register-address',
  max: 200,
  windowSeconds: 60 * 60,
  whenRedisFails: 'closed',
  by: 'ip',
} as const satisfies CallLimit

/** Invitations sent by one account. */
export const INVITER_LIMIT = {
  name: 'invites',
  max: 100,
  windowSeconds: 60 * 60,
  whenRedisFails: 'closed',
  by: 'account',
  at: 'after-parse',
} as const satisfies CallLimit

/** Invitations sent from one IP address by all its accounts. */
export const INVITER_IP_LIMIT = {
  ...INVITER_LIMIT,
  name: 'invites-from',
  max: 200,
  by: 'ip',
} as const satisfies CallLimit

/** Attempts to use a passkey, a code or another credential. Generous, because an office shares one IP address. */
export const FACTOR_IP_LIMIT = {
  name: 'factors',
  max: 300,
  windowSeconds: 15 * 60,
  whenRedisFails: 'closed',
  by: 'ip',
} as const satisfies CallLimit

/** Changes of passkeys, authenticator app, recovery codes and password by one account. */
export const FACTOR_CHANGE_LIMIT = {
  name: 'factor-changes',
  max: 60,
  windowSeconds: 60 * 60,
  whenRedisFails: 'closed',
  by: 'account',
} as const satisfies CallLimit
