/** Starts a service with two routes that differ only in the session check. */
import { createAuthenticator, sessionKey } from '@inkproof/service-kit/auth'
import { createLog } from '@inkproof/service-kit/log'
import { openRedis } from '@inkproof/service-kit/redis'
import { createRouter } from '@inkproof/service-kit/router'
import { startService } from '@inkproof/service-kit/service'
import { readSessionKeys } from '@inkproof/service-kit/session-keys'
import { makeSessionKey } from '@inkproof/service-kit/testing/session-key'
import jwt from 'jsonwebtoken'

export type SessionCheckService = {
  /** Calls one of the routes; resolves once the response has been read. */
  call(route: 'empty' | 'checked'): Promise<void>
  stop(): Promise<void>
}

const CLAIMS = { sub: 'bench-account', sid: 'bench-session' }

export async function startSessionCheckService(redisUrl: string): Promise<SessionCheckService> {
  const key = makeSessionKey()
  const log = createLog('bench', 'silent')
  const redis = openRedis(redisUrl, log)
  const requireSession = createAuthenticator(readSessionKeys(key.publicJwks), redis.client)
  const router = createRouter()
  router.get('/empty', (_req, res) => void res.status(204).end())
  router.get('/checked', async (req, res) => {
    await requireSession(req)
    res.status(204).end()
  })
  const service = await startService({
    name: 'bench',
    config: { PORT: 0, HOST: '127.0.0.1', TRUSTED_HOPS: 1 },
    log,
    dependencies: [redis],
    mounts: [['/', router]],
  })
  await service.ready
  const record = { accountId: CLAIMS.sub, workspaceId: 'bench', startedAtMs: Date.now() }
  await redis.client.set(
    sessionKey({ accountId: CLAIMS.sub, sessionId: CLAIMS.sid }),
    JSON.stringify(record),
    'EX',
    600,
  )
  const token = jwt.sign(CLAIMS, key.privateKey, {
    algorithm: 'ES256',
    keyid: key.kid,
    audience: 'inkproof',
    issuer: 'inkproof',
    expiresIn: 600,
  })
  const headers = { authorization: `Bearer ${token}` }
  return {
    call: async (route) => {
      const response = await fetch(`http://127.0.0.1:${service.port}/${route}`, { headers })
      await response.arrayBuffer()
      if (response.status !== 204) throw new Error(`${route} responded with ${response.status}`)
    },
    stop: service.stop,
  }
}
