import { freePort } from '@inkproof/launcher/process/free-port'
import { afterEach, expect, test } from '@jest/globals'
import type { Router } from 'express'
import { z } from 'zod'
import { AppError } from './app-error.ts'
import { type Dependency, StartRefused } from './dependency.ts'
import { readJson } from './json-body.ts'
import { createLog } from './log.ts'
import { parse } from './parse.ts'
import { createRouter } from './router.ts'
import { type RunningService, startService } from './service.ts'
import { until } from './testing/fixture.ts'
import { AS_OPERATOR, MONITORING_TOKEN } from './testing/operator.ts'

const running: RunningService[] = []
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop()
})

const PROBLEM = { accept: 'application/problem+json' }

test('returns the responses of its routes, with a request id', async () => {
  const { get } = await setup()
  const response = await get('/things/1')
  expect([response.status, await response.json()]).toEqual([200, { id: '1' }])
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test("accepts and returns the gateway's request id", async () => {
  const { get } = await setup()
  const response = await get('/nothing', {
    headers: { ...PROBLEM, 'x-request-id': 'abcdef0123456789' },
  })
  expect(response.headers.get('x-request-id')).toBe('abcdef0123456789')
  expect(await response.json()).toMatchObject({ code: 'NOT_FOUND', requestId: 'abcdef0123456789' })
})

test('replaces a request id that could forge a log line', async () => {
  const { get } = await setup()
  const response = await get('/things/1', { headers: { 'x-request-id': 'a b","level":"x' } })
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('returns errors as plain text unless the caller accepts problem details', async () => {
  const { get } = await setup()
  const response = await get('/nothing')
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  expect([response.status, await response.text()]).toEqual([
    404,
    'There is nothing at this address. Check the link.',
  ])
})

test.each([
  ['malformed JSON', 'application/json', '{"name":', 400, 'INVALID_INPUT'],
  ['a different type', 'text/csv', 'a,b', 415, 'NOT_JSON'],
  ['no type', '', 'a,b', 415, 'NOT_JSON'],
  ['an unknown charset', 'application/json; charset=ebcdic', '{}', 415, 'NOT_JSON'],
  [
    'too many bytes',
    'application/json',
    JSON.stringify({ name: 'x'.repeat(300_000) }),
    413,
    'TOO_LARGE',
  ],
  ['a missing field', 'application/json', '{}', 400, 'INVALID_INPUT'],
  [
    'an unknown field',
    'application/json',
    '{"name":"a","__proto__":{},"admin":true}',
    400,
    'INVALID_INPUT',
  ],
])('rejects a body with %s', async (_description, type, body, status, code) => {
  const { get } = await setup()
  const headers = { ...PROBLEM, 'content-type': type }
  const response = await get('/things', { method: 'POST', headers, body: Buffer.from(body) })
  expect([response.status, (await response.json()).code]).toEqual([status, code])
})

test('rejects a compressed body, which could expand without limit', async () => {
  const { get } = await setup()
  const headers = { ...PROBLEM, 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const response = await get('/things', {
    method: 'POST',
    headers,
    body: Buffer.from([31, 139, 8, 0]),
  })
  expect(response.status).toBe(415)
})

test('names the invalid fields in the error text', async () => {
  const { get } = await setup()
  const response = await get('/things', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(await response.text()).toMatch(
    /^The request is not valid \(name: .+\)\. Correct the fields listed/,
  )
})

test('rejects a path that cannot be decoded', async () => {
  const { get } = await setup()
  expect((await get('/things/%ff')).status).toBe(400)
})

test('reveals nothing about an unexpected error and logs it without credentials', async () => {
  const { get, lines } = await setup()
  const response = await get('/bug', { headers: PROBLEM })
  expect(response.status).toBe(500)
  expect(await response.text()).not.toMatch(/hunter2|boom|details/)
  const log = lines.join('')
  expect(log).toContain('boom')
  expect(log).not.toContain('hunter2')
})

test('sets Retry-After', async () => {
  const { get } = await setup()
  expect((await get('/down')).headers.get('retry-after')).toBe('2')
  expect((await get('/limited')).headers.get('retry-after')).toBe('17')
})

test('logs neither headers nor queries nor the secret part of links', async () => {
  const { get, lines } = await setup()
  const headers = { authorization: 'Bearer s3cret', cookie: 'a=s3cret' }
  await get('/share/s3cret?key=s3cret', { headers })
  await get('/api/v1/shares/s3cret/proof', { headers })
  await get('/sign/s3cret', { headers })
  await get('/API/V1/SHARES/s3cret', { headers })
  await get('/share/x/share/s3cret', { headers })
  await get('/share//s3cret', { headers })
  await until(() => lines.filter((line) => line.includes('"request completed"')).length === 6)
  expect(lines.join('')).not.toContain('s3cret')
  expect(lines.join('')).toContain('/share/[hidden]')
})

test('treats paths as case-sensitive', async () => {
  const { get } = await setup()
  expect((await get('/THINGS/1')).status).toBe(404)
})

test('reads the client address from exactly the trusted number of proxies', async () => {
  const { get } = await setup()
  const response = await get('/address', {
    headers: { 'x-forwarded-for': '6.6.6.6, 198.51.100.7' },
  })
  expect(await response.json()).toBe('198.51.100.7')
})

test('responds with UNAVAILABLE until its dependencies are prepared; /readyz names the missing one', async () => {
  const database = dependency()
  const { get, service } = await setup([database])
  expect((await get('/things/1')).status).toBe(503)
  const readiness = await get('/readyz', AS_OPERATOR)
  expect(readiness.status).toBe(503)
  expect(await readiness.text()).toContain('waiting for database')
  expect((await get('/healthz')).status).toBe(200)
  database.isUp = true
  await service.ready
  expect((await get('/readyz')).status).toBe(200)
  expect((await get('/things/1')).status).toBe(200)
})

test('does not listen before its dependencies are prepared', async () => {
  const port = await freePort()
  const database = dependency()
  let seen = ''
  database.prepare = async () => {
    seen = await fetch(`http://127.0.0.1:${port}/healthz`).then(({ status }) => `${status}`, String)
  }
  const { get } = await setup([database], { PORT: port })
  expect(seen).toBe('TypeError: fetch failed')
  expect((await get('/things/1')).status).toBe(200)
})

test('reports a dependency that does not respond within a second', async () => {
  const database = dependency(true)
  const { get, service } = await setup([database])
  await service.ready
  database.isHanging = true
  const response = await get('/readyz', AS_OPERATOR)
  const { dependencies } = await response.json()
  expect(response.status).toBe(503)
  expect(dependencies).toContainEqual(
    expect.objectContaining({
      name: 'database',
      ready: false,
      reason: 'no response within 1000 ms',
    }),
  )
})

test('completes requests in progress when it stops, and accepts no new ones', async () => {
  const { get, service, release } = await setup()
  const slow = get('/slow')
  await until(() => release.length === 1)
  const stopped = service.stop()
  release[0]?.()
  const response = await slow
  await stopped
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'close'])
  await expect(get('/things/1')).rejects.toThrow()
})

function dependency(isUp = false) {
  const part = {
    name: 'database',
    isUp,
    isHanging: false,
    prepare: async () => {
      if (!part.isUp) throw new Error('not yet')
    },
    check: () => (part.isHanging ? new Promise<void>(() => undefined) : part.prepare()),
    close: async () => undefined,
  }
  return part
}

test('does not become ready when a dependency refuses to start, and does not try again', async () => {
  let attempts = 0
  const refusing = {
    name: 'keys',
    prepare: async () => {
      attempts += 1
      throw new StartRefused('another key is needed')
    },
    check: async () => undefined,
    close: async () => undefined,
  }
  const { get, service } = await setup([refusing])
  await expect(service.ready).rejects.toThrow('another key is needed')
  expect([attempts, (await get('/readyz')).status]).toEqual([1, 503])
})

async function setup(dependencies: Dependency[] = [], change: { PORT?: number } = {}) {
  const lines: string[] = []
  const release: (() => void)[] = []
  const log = createLog('test', 'info', { write: (line) => void lines.push(line) })
  const config = { PORT: 0, HOST: '127.0.0.1', TRUSTED_HOPS: 1, MONITORING_TOKEN, ...change }
  const service = await startService({
    name: 'test',
    config,
    log,
    dependencies,
    mounts: [['/', routes(release)]],
  })
  running.push(service)
  if (dependencies.length === 0) await service.ready
  const get = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${service.port}${path}`, init)
  return { get, service, lines, release }
}

function routes(release: (() => void)[]): Router {
  const router = createRouter()
  router.get('/things/:id', (req, res) => void res.json({ id: req.params.id }))
  router.post('/things', async (req, res) => {
    const body = await readJson(req, res, 32 * 1024)
    res.json(parse(z.strictObject({ name: z.string() }), body))
  })
  router.get('/address', (req, res) => void res.json(req.ip))
  router.get('/bug', () => {
    throw new Error('boom at mongodb://root:hunter2@db/x')
  })
  router.get('/down', () => {
    throw new AppError('UNAVAILABLE')
  })
  router.get('/limited', () => {
    throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 17 })
  })
  router.get('/slow', (_req, res) => {
    release.push(() => void res.json('done'))
  })
  return router
}
