/**
 * Paths of the calls that the first visit of a page makes. Importing their definitions would load a schema library,
 * for which the home page has no room.
 */

/** Path of `showHeads`. */
export const HEADS_PATH = '/api/v1/log/heads'

/** Path of `followHeads`. */
export const HEADS_EVENTS_PATH = '/api/v1/log/events'
