/**
 * Changing the password of one's own account, or giving it its first one.
 *
 * | call | answer |
 * |---|---|
 * | POST /api/auth/password {@link SetPasswordRequest} | 204; all other sessions end |
 */
import { z } from 'zod'

/** POST /api/auth/password */
export const SetPasswordRequest = z.strictObject({
  /** The password as it is; absent where the account has none. */
  currentPassword: z.string().min(1).max(1024).optional(),
  newPassword: z.string().max(1024),
})
export type SetPasswordRequest = z.infer<typeof SetPasswordRequest>
