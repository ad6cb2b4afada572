/** The configuration of svc-auth, read once. No other file of the service reads process.env. */
import { mailEnv } from '@inkproof/messages/settings'
import { mongoEnv, readConfig as read, serverEnv, sessionEnv } from '@inkproof/service-kit/config'
import { redisEnv, redisRequirement } from '@inkproof/service-kit/redis-settings'
import { z } from 'zod'
import { captchaEnv, requireProviderKeys } from './captcha/captcha-settings.ts'
import { personalDataEnv } from './personal-data/personal-data-settings.ts'
import { providerEnv, requireOidcSettings } from './providers/provider-settings.ts'

const Env = z.object({
  ...serverEnv,
  ...mongoEnv,
  ...redisEnv,
  ...sessionEnv,
  /** Private key of session tokens: base64url of a P-256 JWK with a `kid`. */
  SESSION_KEY: z.base64url().min(1),
  /**
   * Key from which the keys for mailed links, authenticator-app secrets and recovery codes are derived: base64url of 32
   * bytes or more.
   */
  AUTH_KEY: z.base64url().min(43),
  ...mailEnv,
  CHAIN_ID: z.coerce.number().int().positive().default(31_337),
  /** URL of a node of that chain, used to check the signatures of contract wallets. */
  CHAIN_URL: z.url({ protocol: /^https?$/ }),
  /** Whether this installation runs its own chain; practice wallets exist only on it. */
  EMBEDDED: z.stringbool().default(true),
  /** Signing requests that a workspace may start in a calendar month (UTC); unlimited if not set. */
  QUOTA_A_MONTH: z.coerce.number().int().min(1).optional(),
  ...personalDataEnv,
  ...captchaEnv,
  ...providerEnv,
})

export type Config = ReturnType<typeof readConfig>

export function readConfig(source?: Record<string, string | undefined>) {
  return read(
    'svc-auth',
    Env.refine(...redisRequirement)
      .superRefine(requireProviderKeys)
      .superRefine(requireOidcSettings),
    source,
  )
}
