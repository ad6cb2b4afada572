/** The metrics of a service, and what it tells only its operator. */
import { afterEach, expect, test } from '@jest/globals'
import type { Dependency } from './dependency.ts'
import { createLog } from './log.ts'
import { createRouter } from './router.ts'
import { type RunningService, startService } from './service.ts'
import { AS_OPERATOR, MONITORING_TOKEN } from './testing/operator.ts'

let service: RunningService | undefined
afterEach(() => service?.stop())

const fail = () => Promise.reject(new Error('not yet'))
const MISSING: Dependency = {
  name: 'database',
  prepare: fail,
  check: fail,
  close: async () => undefined,
}

test('counts requests by route pattern, not by path', async () => {
  const { get } = await setup()
  for (let id = 0; id < 1000; id += 1) await get(`/things/${id}`)
  await get('/unknown/1')
  await get('/unknown/2')
  for (const malformed of ['/things/%E0%A4%A', '/things/%ff', '/%']) await get(malformed)
  await get('/things/1', { method: 'DELETE' })
  const metrics = await (await get('/metrics', AS_OPERATOR)).text()
  expect(metrics.match(/^http_request_duration_seconds_count.*$/gm)).toEqual([
    'http_request_duration_seconds_count{service="test",method="GET",route="/things/:id",status="200"} 1000',
    'http_request_duration_seconds_count{service="test",method="GET",route="none",status="404"} 3',
    'http_request_duration_seconds_count{service="test",method="GET",route="none",status="400"} 2',
    'http_request_duration_seconds_count{service="test",method="DELETE",route="none",status="404"} 1',
  ])
})

test.each([
  ['without a token', {}],
  ['with another token', { authorization: `Bearer ${'x'.repeat(MONITORING_TOKEN.length)}` }],
  ['with an empty token', { authorization: 'Bearer ' }],
])('tells a caller %s neither metrics nor the details of its health', async (_caller, headers) => {
  const { get } = await setup([MISSING])
  const metrics = await get('/metrics', { headers })
  expect([metrics.status, metrics.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  expect(await metrics.text()).not.toContain('process_')
  const readiness = await get('/readyz', { headers })
  expect(readiness.status).toBe(503)
  expect(await readiness.json()).toEqual({ service: 'test', ready: false, dependencies: [] })
})

test('without MONITORING_TOKEN, nobody is the operator', async () => {
  const { get } = await setup([], { MONITORING_TOKEN: undefined })
  for (const authorization of ['', 'Bearer', 'Bearer undefined'])
    expect((await get('/metrics', { headers: { authorization } })).status).toBe(401)
})

async function setup(
  dependencies: Dependency[] = [],
  change: { MONITORING_TOKEN?: undefined } = {},
) {
  const router = createRouter()
  router.get('/things/:id', (req, res) => void res.json({ id: req.params.id }))
  service = await startService({
    name: 'test',
    config: { PORT: 0, HOST: '127.0.0.1', TRUSTED_HOPS: 1, MONITORING_TOKEN, ...change },
    log: createLog('test', 'silent'),
    dependencies,
    mounts: [['/', router]],
  })
  if (dependencies.length === 0) await service.ready
  const url = `http://127.0.0.1:${service.port}`
  return { get: (path: string, init?: RequestInit) => fetch(url + path, init) }
}
