/** What svc-auth consists of: each feature's parts, wired. */
import { randomBytes } from 'node:crypto'
import { createAuthenticator } from '@inkproof/service-kit/auth'
import type { Mount } from '@inkproof/service-kit/http'
import { createLimiter } from '@inkproof/service-kit/limit'
import { readSessionKeys } from '@inkproof/service-kit/session-keys'
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import { accountStore } from './accounts/account-store.ts'
import { accountModel } from './accounts/accounts.model.ts'
import { accountRoutes } from './accounts/accounts.routes.ts'
import { identityModel } from './accounts/identities.model.ts'
import { altcha, noVerification } from './captcha/altcha.ts'
import { captchaRoutes } from './captcha/captcha.routes.ts'
import type { Config } from './config.ts'
import { readSigningKey, signToken } from './sessions/session-token.ts'
import { sessionRoutes } from './sessions/sessions.routes.ts'
import { redisSessions } from './sessions/sessions.ts'
import { startSession } from './sessions/start-session.ts'

export type Stores = { redis: Redis; connection: Connection }

const BASE = '/api/auth'

export function features(config: Config, { redis, connection }: Stores): Mount[] {
  const now = () => new Date()
  const take = createLimiter(redis, 'auth')
  const requireSession = createAuthenticator(readSessionKeys(config.SESSION_KEYS), redis)
  const signing = readSigningKey(config.SESSION_KEY, config.SESSION_KEYS)
  const sessions = redisSessions(redis)
  const sign = (claims: Parameters<typeof signToken>[1]) => signToken(signing, claims)
  const spendOnce = async (key: string, seconds: number) =>
    (await redis.set(`captcha:${key}`, '1', 'EX', seconds, 'NX')) === 'OK'
  const verification =
    config.CAPTCHA === 'off'
      ? noVerification
      : altcha({ secret: config.CAPTCHA_KEY, now, spendOnce })
  const accounts = accountRoutes({
    accounts: accountStore(accountModel(connection), identityModel(connection)),
    take,
    requireSession,
    spendCaptcha: verification.spend,
    startSession: (account) => startSession({ put: sessions.put, sign, newId, now }, account),
    newId,
    now,
  })
  return [
    [BASE, captchaRoutes({ verification, take })],
    [BASE, accounts],
    [BASE, sessionRoutes({ sessions, requireSession })],
  ]
}

/** 128 random bits: cannot be guessed, never collides. */
function newId(): string {
  return randomBytes(16).toString('base64url')
}
