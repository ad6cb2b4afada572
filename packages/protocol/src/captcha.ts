/**
 * The human verification (CAPTCHA).
 *
 * Its result is sent as `turnstileToken`: for ALTCHA, the base64-encoded JSON of a {@link CaptchaSolution};
 * otherwise the provider's own token.
 */
import * as z from 'zod/mini'

const Hex = z.string().check(z.regex(/^[0-9a-f]+$/))

/** An ALTCHA version 2 proof-of-work challenge, signed by the service. */
export const CaptchaChallenge = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.string(),
    nonce: Hex,
    salt: Hex,
    cost: z.int().check(z.positive()),
    keyLength: z.int().check(z.positive()),
    keyPrefix: Hex,
    /** Lets the service verify the key without deriving it again. */
    keySignature: Hex,
    /** Seconds since the Unix epoch. */
    expiresAt: z.int(),
    /** `most` is the maximum counter value to try, for the progress bar. */
    data: z.strictObject({ most: z.int().check(z.positive()) }),
  }),
  signature: Hex,
})
export type CaptchaChallenge = z.infer<typeof CaptchaChallenge>

/** The calls that can require a verification; `wallet` is `signInWithWallet`. */
export const CaptchaCall = z.enum(['login', 'register', 'wallet', 'forgot-password'])
export type CaptchaCall = z.infer<typeof CaptchaCall>

/** Providers whose widget an installation can use instead of the built-in proof of work. */
export const CaptchaProvider = z.enum(['turnstile', 'hcaptcha'])
export type CaptchaProvider = z.infer<typeof CaptchaProvider>

/** The calls that require verification; other calls accept any `turnstileToken`. */
const calls = z.array(CaptchaCall)

/** What this installation requires: a proof of work, the token of a provider's widget, or nothing. */
export const Captcha = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('altcha'), calls, challenge: CaptchaChallenge }),
  z.strictObject({ kind: CaptchaProvider, calls, siteKey: z.string() }),
  z.strictObject({ kind: z.literal('off'), calls }),
])
export type Captcha = z.infer<typeof Captcha>

/** The received challenge, and the counter that solves it. */
export const CaptchaSolution = z.object({
  challenge: CaptchaChallenge,
  solution: z.object({
    counter: z.int().check(z.nonnegative()),
    derivedKey: Hex,
  }),
})
export type CaptchaSolution = z.infer<typeof CaptchaSolution>
