/**
 * The human verification (CAPTCHA) that sign-in asks for.
 *
 * What it earns travels as `turnstileToken`: for ALTCHA base64 of the JSON {@link CaptchaSolution}, else
 * the provider's own token.
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
    /** Lets the service check the key without deriving it again. */
    keySignature: Hex,
    /** Seconds since the Unix epoch. */
    expiresAt: z.int(),
    /** `most` is the largest counter that has to be tried: what a progress bar is measured against. */
    data: z.strictObject({ most: z.int().check(z.positive()) }),
  }),
  signature: Hex,
})
export type CaptchaChallenge = z.infer<typeof CaptchaChallenge>

/** The calls that can ask for a verification; `wallet` is POST /api/auth/wallet-auth. */
export const CaptchaCall = z.enum(['login', 'register', 'wallet', 'forgot-password'])
export type CaptchaCall = z.infer<typeof CaptchaCall>

/** The providers whose widget an installation can use instead of its own proof of work. */
export const CaptchaProvider = z.enum(['turnstile', 'hcaptcha'])
export type CaptchaProvider = z.infer<typeof CaptchaProvider>

/** Which calls ask for it; any other takes whatever stands in `turnstileToken`. */
const calls = z.array(CaptchaCall)

/** What this installation asks for: a proof of work, what a provider's widget hands out, or nothing. */
export const Captcha = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('altcha'), calls, challenge: CaptchaChallenge }),
  z.strictObject({ kind: CaptchaProvider, calls, siteKey: z.string() }),
  z.strictObject({ kind: z.literal('off'), calls }),
])
export type Captcha = z.infer<typeof Captcha>

/** The challenge as it was given, and the counter that solves it. */
export const CaptchaSolution = z.object({
  challenge: CaptchaChallenge,
  solution: z.object({
    counter: z.int().check(z.nonnegative()),
    derivedKey: Hex,
  }),
})
export type CaptchaSolution = z.infer<typeof CaptchaSolution>
