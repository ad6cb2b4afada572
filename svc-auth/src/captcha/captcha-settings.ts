/** Environment variables that determine the kind of human verification and the calls that require it. */
import { CaptchaCall } from '@inkproof/protocol/captcha'
import { isPublicOrigin } from '@inkproof/service-kit/config'
import { z } from 'zod'

/** The specification's default: registration and wallet sign-in require no verification. */
const LOCAL_CALLS: readonly CaptchaCall[] = ['login', 'forgot-password']

/** Comma-separated names of calls, or `all`. */
const Calls = z
  .string()
  .transform((text) =>
    text === 'all' ? CaptchaCall.options : text.split(',').map((name) => name.trim()),
  )
  .pipe(z.array(CaptchaCall))
  .optional()

/** Spread into the service's own schema. */
export const captchaEnv = {
  /** How people are verified: by a proof of work, by a provider, or not at all. */
  CAPTCHA: z.enum(['altcha', 'turnstile', 'hcaptcha', 'off']).default('altcha'),
  /** The calls that require verification; see {@link requiredCalls} for the default. */
  CAPTCHA_FOR: Calls,
  /** Secret that signs the proof-of-work challenges: any text of 32 characters or more. */
  CAPTCHA_KEY: z.string().min(32),
  /** The provider's keys for this site: the public one, used in pages, and the secret one. */
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET: z.string().optional(),
  /** Replaces the provider's own URL for verifying tokens. */
  CAPTCHA_VERIFY_URL: z.url({ protocol: /^https?$/ }).optional(),
}

export type CaptchaSettings = Readonly<z.output<z.ZodObject<typeof captchaEnv>>>

/**
 * Returns the calls that require verification. On a public origin these are all by default, so that a program cannot
 * create accounts and with them permanent entries of the record.
 */
export function requiredCalls({
  CAPTCHA_FOR,
  PUBLIC_ORIGIN,
}: Pick<CaptchaSettings, 'CAPTCHA_FOR'> & { PUBLIC_ORIGIN: string }): readonly CaptchaCall[] {
  return CAPTCHA_FOR ?? (isPublicOrigin(PUBLIC_ORIGIN) ? CaptchaCall.options : LOCAL_CALLS)
}

/** Requires the provider's keys, without which every verification would fail. */
export function requireProviderKeys(env: CaptchaSettings, context: z.RefinementCtx): void {
  if (env.CAPTCHA !== 'turnstile' && env.CAPTCHA !== 'hcaptcha') return
  for (const name of ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'] as const) {
    if (env[name]) continue
    const message = `required if CAPTCHA is ${env.CAPTCHA}; copy it from the site's settings at the provider`
    context.addIssue({ code: 'custom', path: [name], message })
  }
}
