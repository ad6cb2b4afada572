/**
 * Methods and paths of the calls that every page makes when it loads, and afterwards. They are separate from the call definitions,
 * because importing a definition also loads a schema library, which would exceed the home page's size budget.
 */

/** For the call `showHeads`. */
export const SHOW_HEADS = { method: 'GET', path: '/api/v1/log/heads' } as const

/** For the call `followHeads`. */
export const FOLLOW_HEADS = { method: 'GET', path: '/api/v1/log/events' } as const

/** For the call `showMe`. */
export const SHOW_ME = { method: 'GET', path: '/api/auth/me' } as const

/** For the call `logout`. */
export const LOGOUT = { method: 'POST', path: '/api/auth/logout' } as const

/** For the call `sendBrowserReport`. */
export const SEND_BROWSER_REPORT = { method: 'POST', path: '/api/content/browser-reports' } as const
