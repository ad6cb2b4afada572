import type { CaptchaProvider } from '@inkproof/protocol/captcha'
import { AppError } from '@inkproof/service-kit/app-error'
import { z } from 'zod'
import type { Verifier } from './verification.ts'

export type ProviderSettings = {
  provider: CaptchaProvider
  siteKey: string
  secret: string
  /** Host name of this installation: a token solved on another site is refused. */
  hostname: string
  verifyUrl?: string | undefined
}

const SITEVERIFY: Record<CaptchaProvider, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
}

const TIMEOUT_MS = 2_500

/** Errors of the installation or the provider, which another token would not avoid. */
const NON_TOKEN_ERRORS = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'internal-error',
])

/** Under load hCaptcha returns this instead of the host; the token is still bound to our site key. */
const HOST_NOT_PROVIDED = 'not-provided'

const Answer = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
})

/** Turnstile or hCaptcha, which share one protocol. The provider ensures that a token is used only once. */
export function provider(settings: ProviderSettings): Verifier {
  const { provider: kind, siteKey } = settings
  return {
    ask: async () => ({ kind, siteKey }),
    spend: async (token) => {
      if (!token) throw new AppError('VERIFICATION_FAILED')
      const answer = await verify(settings, token)
      const faults = answer['error-codes'] ?? []
      if (faults.some((code) => NON_TOKEN_ERRORS.has(code))) throw unavailable(faults.join(', '))
      if (!answer.success || !isOurs(settings, answer.hostname))
        throw new AppError('VERIFICATION_FAILED')
    },
  }
}

async function verify(settings: ProviderSettings, token: string): Promise<z.infer<typeof Answer>> {
  const { provider: kind, siteKey, secret, verifyUrl = SITEVERIFY[kind] } = settings
  // Only hCaptcha compares the site key; a Turnstile secret belongs to one widget anyway.
  const fields = { secret, response: token, ...(kind === 'hcaptcha' && { sitekey: siteKey }) }
  const response = await fetch(verifyUrl, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw unavailable('no answer', cause)
  })
  const answer = Answer.safeParse(await response.json().catch(() => undefined))
  if (!answer.success) throw unavailable(`status ${response.status}`)
  return answer.data
}

function isOurs({ provider: kind, hostname }: ProviderSettings, earnedAt?: string): boolean {
  return earnedAt === hostname || (kind === 'hcaptcha' && earnedAt === HOST_NOT_PROVIDED)
}

/** The reason is only logged. */
function unavailable(reason: string, cause?: unknown): AppError {
  const fault = new Error(`the captcha provider did not verify: ${reason}`, { cause })
  return new AppError('UNAVAILABLE', {}, { cause: fault })
}
