import type { Limit } from '@inkproof/service-kit/limit'

const hour = { windowSeconds: 60 * 60, whenRedisFails: 'closed' } as const

/** Invitations of one workspace to one address. */
export const INVITES_OF: Limit = { name: 'invites-of', max: 5, ...hour }
/** Invitations to one address, of all workspaces: whoever creates many of them sends no more. */
export const INVITES_TO: Limit = { name: 'invites-to', max: 10, ...hour }
