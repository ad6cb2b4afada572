/**
 * Changing the password of one's own account, or giving it its first one.
 *
 * | call | answer |
 * |---|---|
 * | POST /api/auth/password {@link SetPasswordRequest} | 204; all other sessions end |
 */
import * as z from 'zod/mini'

/** POST /api/auth/password */
export const SetPasswordRequest = z.strictObject({
  /** The password as it is; absent where the account has none. */
  currentPassword: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  newPassword: z.string().check(z.maxLength(1024)),
})
export type SetPasswordRequest = z.infer<typeof SetPasswordRequest>
