/**
 * Methods and paths of the calls that the first visit of a page makes. Their definitions contain them; importing a
 * definition loads a schema library as well, for which the home page has no room.
 */

/** Of `showHeads`. */
export const SHOW_HEADS = { method: 'GET', path: '/api/v1/log/heads' } as const

/** Of `followHeads`. */
export const FOLLOW_HEADS = { method: 'GET', path: '/api/v1/log/events' } as const

/** Of `showMe`. */
export const SHOW_ME = { method: 'GET', path: '/api/auth/me' } as const

/** Of `logout`. */
export const LOGOUT = { method: 'POST', path: '/api/auth/logout' } as const
