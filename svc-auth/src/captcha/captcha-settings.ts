/** The part of the environment that says what proves a person human, and for which calls. */
import { CaptchaCall } from '@inkproof/protocol/captcha'
import { z } from 'zod'

/** What the specification asks for: switched off for registration and wallet sign-in. */
const AS_SPECIFIED: CaptchaCall[] = ['login', 'forgot-password']

/** Calls by name, divided by commas, or `all`. */
const Calls = z
  .string()
  .transform((text) =>
    text === 'all' ? CaptchaCall.options : text.split(',').map((name) => name.trim()),
  )
  .pipe(z.array(CaptchaCall))
  .default(AS_SPECIFIED)

/** Spread into the service's own schema. */
export const captchaEnv = {
  /** Who asks: this installation by a proof of work, a provider, or nobody. */
  CAPTCHA: z.enum(['altcha', 'turnstile', 'hcaptcha', 'off']).default('altcha'),
  /** The calls that ask for it. */
  CAPTCHA_FOR: Calls,
  /** Secret the proofs of work are signed with; any text of 32 characters or more. */
  CAPTCHA_KEY: z.string().min(32),
  /** The provider's two keys of this site: the one for pages, and the one nobody else may know. */
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET: z.string().optional(),
  /** Where tokens are verified, if not at the provider's own address. */
  CAPTCHA_VERIFY_URL: z.url({ protocol: /^https?$/ }).optional(),
}

export type CaptchaSettings = Readonly<z.output<z.ZodObject<typeof captchaEnv>>>

/** A provider without its keys would refuse everybody, so the service does not start with one. */
export function needProviderKeys(env: CaptchaSettings, context: z.RefinementCtx): void {
  if (env.CAPTCHA !== 'turnstile' && env.CAPTCHA !== 'hcaptcha') return
  for (const name of ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'] as const) {
    if (env[name]) continue
    const message = `${env.CAPTCHA} needs it: take it from the provider's page about this site`
    context.addIssue({ code: 'custom', path: [name], message })
  }
}
