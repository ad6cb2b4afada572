import type { Limit } from '@inkproof/service-kit/limit'

const hour = { windowSeconds: 60 * 60, whenRedisFails: 'closed' } as const

/** Invitations from one workspace to one address. */
export const INVITES_PER_WORKSPACE: Limit = { name: 'invites-of', max: 5, ...hour }
/** Invitations to one address from all workspaces, so that creating more workspaces does not raise the limit. */
export const INVITES_PER_ADDRESS: Limit = { name: 'invites-to', max: 10, ...hour }
