import * as z from 'zod/mini'

/** Returns the schema of at most `maxBytes` bytes as base64url without padding. */
export const base64Url = (maxBytes: number) =>
  z.string().check(z.regex(/^[\w-]+$/), z.maxLength(Math.ceil((maxBytes * 4) / 3)))
