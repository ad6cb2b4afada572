import type { Limit } from '@inkproof/service-kit/limit'

const HOUR_SECONDS = 60 * 60
const each = { windowSeconds: HOUR_SECONDS, whenRedisFails: 'closed' } as const

/** By account: changes that cost little. */
export const NAMES: Limit = { name: 'profile-names', max: 60, ...each }
/** By account: each costs a process. */
export const PICTURE: Limit = { name: 'profile-picture', max: 30, ...each }
/** By client address, so that many accounts have no more read than a few. */
export const PICTURE_FROM: Limit = { name: 'profile-picture-from', max: 120, ...each }
/** By account: each reads everything there is. */
export const EXPORT: Limit = { name: 'profile-export', max: 10, ...each }
