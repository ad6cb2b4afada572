import type { CaptchaProvider } from '@inkproof/protocol/captcha'
import { AppError } from '@inkproof/service-kit/app-error'
import { z } from 'zod'
import type { Verifier } from './verification.ts'

export type ProviderSettings = {
  provider: CaptchaProvider
  siteKey: string
  secret: string
  /** Host name of this installation: tokens solved on another site are refused. */
  hostname: string
  verifyUrl?: string | undefined
}

const SITEVERIFY: Record<CaptchaProvider, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
}

const TIMEOUT_MS = 2_500

/** Errors caused by the installation or the provider, not by the token. */
const NON_TOKEN_ERRORS = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'internal-error',
])

/** Under load hCaptcha returns this instead of the host; the token is still bound to our site key. */
const HOST_NOT_PROVIDED = 'not-provided'

const SiteverifyResponse = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
})

/**
 * Creates a verifier for Turnstile or hCaptcha, which share one protocol. The provider accepts each token only once.
 */
export function createProviderVerifier(settings: ProviderSettings): Verifier {
  const { provider: kind, siteKey } = settings
  return {
    getBrowserConfig: async () => ({ kind, siteKey }),
    consume: async (token) => {
      if (!token) throw new AppError('VERIFICATION_FAILED')
      const result = await verify(settings, token)
      const errorCodes = result['error-codes'] ?? []
      if (errorCodes.some((code) => NON_TOKEN_ERRORS.has(code)))
        throw unavailable(errorCodes.join(', '))
      if (!result.success || !isForThisHost(settings, result.hostname))
        throw new AppError('VERIFICATION_FAILED')
    },
  }
}

async function verify(
  settings: ProviderSettings,
  token: string,
): Promise<z.infer<typeof SiteverifyResponse>> {
  const { provider: kind, siteKey, secret, verifyUrl = SITEVERIFY[kind] } = settings
  // Only hCaptcha checks the site key; a Turnstile secret belongs to a single widget anyway.
  const fields = { secret, response: token, ...(kind === 'hcaptcha' && { sitekey: siteKey }) }
  const response = await fetch(verifyUrl, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw unavailable('no response', cause)
  })
  const result = SiteverifyResponse.safeParse(await response.json().catch(() => undefined))
  if (!result.success) throw unavailable(`status ${response.status}`)
  return result.data
}

function isForThisHost({ provider: kind, hostname }: ProviderSettings, solvedOn?: string): boolean {
  return solvedOn === hostname || (kind === 'hcaptcha' && solvedOn === HOST_NOT_PROVIDED)
}

/** Creates the error for a token that could not be checked. The reason is only logged. */
function unavailable(reason: string, cause?: unknown): AppError {
  const error = new Error(`the captcha provider could not verify the token: ${reason}`, { cause })
  return new AppError('UNAVAILABLE', {}, { cause: error })
}
