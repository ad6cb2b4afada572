/** Changing the password of one's own account, or giving it its first one. */
import * as z from 'zod/mini'

/** A new password. All other sessions end when it is set. */
export const SetPasswordRequest = z.strictObject({
  /** The password as it is; absent where the account has none. */
  currentPassword: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  newPassword: z.string().check(z.maxLength(1024)),
})
export type SetPasswordRequest = z.infer<typeof SetPasswordRequest>
