/** Changing the password of one's own account, or setting its first one. */
import * as z from 'zod/mini'

/** A new password. Setting it ends all other sessions. */
export const SetPasswordRequest = z.strictObject({
  /** The current password; absent if the account has none. */
  currentPassword: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  newPassword: z.string().check(z.maxLength(1024)),
})
export type SetPasswordRequest = z.infer<typeof SetPasswordRequest>
