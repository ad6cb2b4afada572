import { z } from 'zod'

const KEY = /^[\w-]{1,64}\.[\w-]{43,}$/

/** Spread into the service's schema. */
export const linkSecretsEnv = {
  /**
   * The keys from which signing links and mailed codes are derived, each `<ID>.<base64url of 32 bytes or more>`, separated by
   * spaces or commas. New links use the first key; links of the other keys still work.
   */
  INVITATION_KEYS: z
    .string()
    .transform((keys) => keys.split(/[\s,]+/).filter(Boolean))
    .pipe(
      z
        .array(z.string().regex(KEY, 'expected <ID>.<key>'))
        .min(1)
        .refine(
          (keys) => new Set(keys.map(idOf)).size === keys.length,
          'two keys have the same ID',
        ),
    ),
}

function idOf(key: string): string {
  return key.slice(0, key.indexOf('.'))
}
