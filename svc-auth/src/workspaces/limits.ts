import type { Limit } from '@inkproof/service-kit/limit'

const hour = { windowSeconds: 60 * 60, whenRedisFails: 'closed' } as const

/** Mails one account may cause. */
export const INVITES: Limit = { name: 'invites', max: 100, ...hour }
/** Mails caused from one client address, by however many accounts. */
export const INVITES_FROM: Limit = { name: 'invites-from', max: 200, ...hour }
/** Mails of one workspace to one address. */
export const INVITES_OF: Limit = { name: 'invites-of', max: 5, ...hour }
/** Mails to one address, of all workspaces: whoever founds many of them sends no more. */
export const INVITES_TO: Limit = { name: 'invites-to', max: 10, ...hour }
/** Links looked at from one address: a secret of 256 bits is not guessed, but asking costs. */
export const LOOKS: Limit = { name: 'invitation-looks', max: 120, ...hour }
/** Workspaces one account may found. */
export const FOUNDED: Limit = { name: 'workspaces', max: 30, ...hour }
