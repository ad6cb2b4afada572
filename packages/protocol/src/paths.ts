/**
 * Methods and paths of the calls that every page makes when it loads. They are separate from the call definitions,
 * because importing a definition also loads a schema library, which would exceed the home page's size budget.
 */

/** Of `showHeads`. */
export const SHOW_HEADS = { method: 'GET', path: '/api/v1/log/heads' } as const

/** Of `followHeads`. */
export const FOLLOW_HEADS = { method: 'GET', path: '/api/v1/log/events' } as const

/** Of `showMe`. */
export const SHOW_ME = { method: 'GET', path: '/api/auth/me' } as const

/** Of `logout`. */
export const LOGOUT = { method: 'POST', path: '/api/auth/logout' } as const
