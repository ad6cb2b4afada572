/**
 * Paths of the calls that the first visit of a page makes. Whoever imports their definitions loads a schema
 * library with them, for which the home page has no room.
 */

/** Path of `showHeads`. */
export const HEADS_PATH = '/api/v1/log/heads'

/** Path of `followHeads`. */
export const HEADS_EVENTS_PATH = '/api/v1/log/events'
