/** Whether an account is verified. */
import * as z from 'zod/mini'
import { VerificationToken } from './auth.ts'

/** A solved human verification. */
export const VerifyPersonRequest = z.strictObject({ turnstileToken: VerificationToken })
export type VerifyPersonRequest = z.infer<typeof VerifyPersonRequest>

/** Whether an account is verified, and the ways to verify it. */
export const PersonVerification = z.strictObject({
  isVerified: z.boolean(),
  /** Whether this installation has a human verification, so that solving one suffices. */
  canSolve: z.boolean(),
  /** The address that can be confirmed; null if the account has none. */
  email: z.nullable(z.string()),
})
export type PersonVerification = z.infer<typeof PersonVerification>
