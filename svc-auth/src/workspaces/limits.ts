import type { Limit } from '@inkproof/service-kit/limit'

const hour = { windowSeconds: 60 * 60, whenRedisFails: 'closed' } as const

/** Invitations from one workspace to one address. */
export const INVITES_OF: Limit = { name: 'invites-of', max: 5, ...hour }
/** Invitations to one address from all workspaces, so that creating more workspaces does not help to send more. */
export const INVITES_TO: Limit = { name: 'invites-to', max: 10, ...hour }
