import type { Limit } from '@inkproof/service-kit/limit'

const HOUR = 60 * 60
const closed = { whenRedisFails: 'closed' } as const

/** Mails one account may cause. */
export const INVITES: Limit = { name: 'invites', max: 100, windowSeconds: HOUR, ...closed }
/** Mails of one workspace to one address. */
export const INVITES_TO: Limit = { name: 'invites-to', max: 5, windowSeconds: HOUR, ...closed }
/** Links looked at from one address: a secret of 256 bits is not guessed, but asking costs. */
export const LOOKS: Limit = { name: 'invitation-looks', max: 120, windowSeconds: HOUR, ...closed }
/** Workspaces one account may found. */
export const FOUNDED: Limit = { name: 'workspaces', max: 30, windowSeconds: HOUR, ...closed }
