/**
 * Lists in pages: a query parameter takes the cursor where a page begins, and each page answers `next`. A
 * cursor has no meaning to the caller. The definition of a call names its parameter (`page` in call.ts).
 */
import * as z from 'zod/mini'

/** Cursor of the following page; null on the last one. */
export const NextCursor = z.nullable(z.string())

/** One page of a list: these fields and `next`. */
// @__NO_SIDE_EFFECTS__
export function pageOf<const Fields extends z.core.$ZodShape>(fields: Fields) {
  return z.strictObject({ ...fields, next: NextCursor })
}
