/** Starts a complete svc-auth with real stores, for tests. */
import { SessionRecord } from '@inkproof/protocol/auth'
import { Readiness } from '@inkproof/protocol/health'
import { type SessionId, sessionKey } from '@inkproof/service-kit/auth'
import { createLog } from '@inkproof/service-kit/log'
import { openMongo } from '@inkproof/service-kit/mongo'
import { openRedis } from '@inkproof/service-kit/redis'
import { redisAddress } from '@inkproof/service-kit/redis-settings'
import { startService } from '@inkproof/service-kit/service'
import { sharedServiceUrl, testDatabase } from '@inkproof/service-kit/testing/fixture'
import { AS_OPERATOR, MONITORING_TOKEN } from '@inkproof/service-kit/testing/operator'
import { makeServiceKeys } from '@inkproof/service-kit/testing/service-identity'
import { makeSessionKey, type TestSessionKey } from '@inkproof/service-kit/testing/session-key'
import { readConfig } from '../config.ts'
import { composeAuth } from '../features.ts'
import { platformFeature, runtime } from '../platform/feature.ts'
import { solveCaptcha } from './solve-captcha.ts'

export type TestAuth = Awaited<ReturnType<typeof startAuth>>
export type TestResponse = {
  status: number
  text: string
  headers: Headers
  body: () => ReturnType<typeof JSON.parse>
}

type Options = {
  redisUrl?: string
  mongoUrl?: string
  captcha?: 'altcha' | 'off'
  key?: TestSessionKey
  /** Additional settings for this test. */
  env?: Record<string, string>
  /** The service's clock. */
  now?: () => Date
}

/** The keys that services use to authenticate to each other in these tests. */
export const SERVICES = makeServiceKeys('svc-auth')

/** Starts svc-auth on a free port with its own database. */
export async function startAuth(options: Options = {}) {
  const key = options.key ?? makeSessionKey()
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    MONGO_URL: options.mongoUrl ?? testDatabase('auth'),
    REDIS_URL: options.redisUrl ?? sharedServiceUrl('INKPROOF_TEST_REDIS_URL'),
    SESSION_KEY: key.privateJwk,
    SESSION_KEYS: key.publicJwks,
    // Only fault tests need the production timeouts.
    STORE_TIMEOUT_FACTOR: '10',
    CAPTCHA: options.captcha ?? 'off',
    CAPTCHA_KEY: 'a test secret of at least 32 characters',
    SERVICE_KEY: SERVICES.keyOf('svc-auth'),
    SERVICE_KEYS: SERVICES.publicJwks,
    MONITORING_TOKEN,
    AUTH_KEY: Buffer.alloc(32, 7).toString('base64url'),
    SMTP_URL: sharedServiceUrl('INKPROOF_TEST_SMTP_URL'),
    CHAIN_URL: sharedServiceUrl('INKPROOF_TEST_CHAIN_URL'),
    ...options.env,
  })
  const log = createLog('svc-auth', 'silent')
  const redis = openRedis(redisAddress(config), log, config.STORE_TIMEOUT_FACTOR)
  const mongo = openMongo(config.MONGO_URL, log, config.STORE_TIMEOUT_FACTOR)
  const features = composeAuth(config, {
    redis: redis.client,
    connection: mongo.connection,
    log,
    ...(options.now && { now: options.now }),
  })
  const service = await startService({
    name: 'svc-auth',
    config,
    log,
    dependencies: [redis, mongo, ...features.jobs],
    calls: features.calls,
    guards: features.providedBy(platformFeature).guards,
    mounts: features.routes,
    metrics: features.providedBy(runtime).metrics,
  })
  await service.ready
  const origin = `http://127.0.0.1:${service.port}`
  const send = createSender(origin)
  return {
    key,
    redis,
    mongo,
    config,
    origin,
    /** Returns what a feature of the service provides. */
    providedBy: features.providedBy,
    send,
    /** Returns the metrics of the service. */
    metrics: async () => (await fetch(`${origin}/metrics`, AS_OPERATOR)).text(),
    /** Returns the status of the service's health, and its details. */
    health: async () => {
      const response = await fetch(`${origin}/readyz`, AS_OPERATOR)
      return { status: response.status, body: Readiness.parse(await response.json()) }
    },
    register: (fields: object = {}) =>
      send('POST', '/api/auth/register', { ...person(), ...fields }),
    /** Stops the service without dropping its database, which another instance uses. */
    end: () => service.stop(),
    /** Drops the database and stops the service. */
    stop: async () => {
      if (mongo.connection.readyState === 1) await mongo.connection.dropDatabase()
      await service.stop()
    },
  }
}

/** Creates the credentials of a person who has not registered yet. */
export function person(): { email: string; password: string } {
  return { email: `${crypto.randomUUID()}@example.com`, password: 'correct horse battery' }
}

/** Requests and solves a human verification like a browser. Returns its token. */
export async function solveVerification(auth: Pick<TestAuth, 'send'>): Promise<string> {
  const { challenge } = (await auth.send('GET', '/api/auth/captcha')).body()
  return solveCaptcha(challenge)
}

/**
 * Sends requests, each from a browser without cookies. Only the browser that last asked for a human verification is
 * remembered: it also sends the calls with a verification token.
 */
function createSender(origin: string) {
  let verifyingBrowser: object = {}
  return async (
    method: string,
    path: string,
    body?: unknown,
    token?: string,
    extraHeaders: object = {},
  ): Promise<TestResponse> => {
    // Each call has its own IP address, so that tests do not exceed each other's rate limits.
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': randomAddress(),
      ...(hasVerification(body) && verifyingBrowser),
      ...extraHeaders,
    }
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const cookie = response.headers.get('set-cookie')?.split(';')[0]
    if (path === '/api/auth/captcha' && cookie !== undefined) verifyingBrowser = { cookie }
    const text = await response.text()
    return {
      status: response.status,
      text,
      headers: response.headers,
      body: () => JSON.parse(text),
    }
  }
}

function hasVerification(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'turnstileToken' in body
}

function randomAddress(): string {
  return `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`
}

/** Returns whether the session of a token is that of a verified account, as other services read it. */
export async function isVerifiedSession(
  { redis }: Pick<TestAuth, 'redis'>,
  token: string,
): Promise<boolean> {
  const stored = await redis.client.get(sessionKey(sessionOf(token)))
  return SessionRecord.parse(JSON.parse(stored ?? '')).isVerifiedPerson
}

/** Returns the session id in a token. */
export function sessionIdOf(token: string): string {
  return sessionOf(token).sessionId
}

/** Returns the session that a token names. */
export function sessionOf(token: string): SessionId {
  const [, claims = ''] = token.split('.')
  const { sub, sid } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  return { accountId: sub, sessionId: sid }
}
