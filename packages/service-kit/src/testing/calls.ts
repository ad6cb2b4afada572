import type { SessionRecord } from '@inkproof/protocol/auth'
import jwt from 'jsonwebtoken'
import { createAuthenticator, sessionKey } from '../auth.ts'
import { createIdempotencyStore } from '../calls/idempotency-store.ts'
import type { BoundCall } from '../calls/implement.ts'
import { createLimiter } from '../limit.ts'
import { createLog } from '../log.ts'
import { openRedis } from '../redis.ts'
import { startService } from '../service.ts'
import { readSessionKeys } from '../session-keys.ts'
import { startTestRedis, until } from './fixture.ts'
import { makeSessionKey } from './session-key.ts'

/**
 * Starts a service with these calls and its own Redis. `signIn` returns the header of a new session;
 * `waitUntilConnected` resolves once the service has reconnected to Redis.
 */
export async function serveCalls(calls: readonly BoundCall[]) {
  const server = await startTestRedis()
  const log = createLog('test', 'silent')
  const redis = openRedis(server.url, log)
  const key = makeSessionKey()
  const idempotencyStore = createIdempotencyStore(redis.client, 'test')
  const service = await startService({
    name: 'test',
    config: { PORT: 0, HOST: '127.0.0.1', TRUSTED_HOPS: 1 },
    log,
    dependencies: [redis],
    calls,
    guards: {
      requireSession: createAuthenticator(readSessionKeys(key.publicJwks), redis.client),
      consumeLimit: createLimiter(redis.client, 'test'),
      idempotencyStore,
    },
  })
  await service.ready
  let sessions = 0
  const signIn = async (record: Partial<SessionRecord> = {}) => {
    sessions += 1
    const sid = `s${sessions}`
    const accountId = record.accountId ?? `account${sessions}`
    const session = { workspaceId: 'w', role: 'owner', startedAtMs: 1, ...record, accountId }
    const stored = sessionKey({ accountId, sessionId: sid })
    await redis.client.set(stored, JSON.stringify(session), 'EX', 60)
    const token = jwt.sign({ sub: accountId, sid }, key.privateKey, {
      algorithm: 'ES256',
      keyid: key.kid,
      audience: 'inkproof',
      issuer: 'inkproof',
      expiresIn: 60,
    })
    return { authorization: `Bearer ${token}` }
  }
  const send = (method: string, path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${service.port}${path}`, { method, ...init })
  const stop = async () => {
    await service.stop()
    await server.remove()
  }
  const isConnected = () =>
    redis.check().then(
      () => true,
      () => false,
    )
  return {
    signIn,
    send,
    stop,
    redis: server,
    idempotencyStore,
    waitUntilConnected: () => until(isConnected),
  }
}
