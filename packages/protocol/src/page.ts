/**
 * Paginated lists: a query parameter takes the cursor at which a page starts, and each page returns the `next` cursor.
 * Cursors are opaque to the caller. The definition of a call names its parameter (`page` in call.ts).
 */
import * as z from 'zod/mini'

/** Cursor of the following page; null on the last one. */
export const NextCursor = z.nullable(z.string())

/** Creates the schema of one page of a list: these fields and `next`. */
// @__NO_SIDE_EFFECTS__
export function pageOf<const Fields extends z.core.$ZodShape>(fields: Fields) {
  return z.strictObject({ ...fields, next: NextCursor })
}
