/**
 * The human verification (CAPTCHA) that sign-in asks for.
 *
 * | call | answer |
 * |---|---|
 * | GET /api/auth/captcha | {@link Captcha}, never cached |
 *
 * A solved challenge travels as `turnstileToken`: base64 of the JSON {@link CaptchaSolution}.
 */
import { z } from 'zod'

const Hex = z.string().regex(/^[0-9a-f]+$/)

/** An ALTCHA version 2 proof-of-work challenge, signed by the service. */
export const CaptchaChallenge = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.string(),
    nonce: Hex,
    salt: Hex,
    cost: z.number().int().positive(),
    keyLength: z.number().int().positive(),
    keyPrefix: Hex,
    /** Lets the service check the key without deriving it again. */
    keySignature: Hex,
    /** Seconds since the Unix epoch. */
    expiresAt: z.number().int(),
    /** `most` is the largest counter that has to be tried: what a progress bar is measured against. */
    data: z.strictObject({ most: z.number().int().positive() }),
  }),
  signature: Hex,
})
export type CaptchaChallenge = z.infer<typeof CaptchaChallenge>

/** What this installation asks for: a proof of work, or nothing. */
export const Captcha = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('altcha'), challenge: CaptchaChallenge }),
  z.strictObject({ kind: z.literal('off') }),
])
export type Captcha = z.infer<typeof Captcha>

/** The challenge as it was given, and the counter that solves it. */
export const CaptchaSolution = z.object({
  challenge: CaptchaChallenge,
  solution: z.object({
    counter: z.number().int().nonnegative(),
    derivedKey: Hex,
  }),
})
export type CaptchaSolution = z.infer<typeof CaptchaSolution>
