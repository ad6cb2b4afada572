/** The environment of svc-auth, read once. No other file of it touches process.env. */
import {
  mongoEnv,
  readConfig as read,
  redisEnv,
  serverEnv,
  sessionEnv,
} from '@inkproof/service-kit/config'
import { z } from 'zod'

const Env = z.object({
  ...serverEnv,
  ...mongoEnv,
  ...redisEnv,
  ...sessionEnv,
  /** Private key of session tokens: base64url of a P-256 JWK with a `kid`. */
  SESSION_KEY: z.base64url().min(1),
  /** The proof of work asked for at sign-in. */
  CAPTCHA: z.enum(['altcha', 'off']).default('altcha'),
  /** Secret the challenges are signed with; any text of 32 characters or more. */
  CAPTCHA_KEY: z.string().min(32),
})

export type Config = ReturnType<typeof readConfig>

export function readConfig(source?: Record<string, string | undefined>) {
  return read('svc-auth', Env, source)
}
