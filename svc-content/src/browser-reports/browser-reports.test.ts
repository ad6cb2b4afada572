import { BrowserReportCounts } from '@inkproof/protocol/browser-reports'
import { MAX_REPORTED_PARTS } from '@inkproof/protocol/report-limits'
import { connectRedis } from '@inkproof/service-kit/redis-connection'
import { startTestRedis, type TestRedis, until } from '@inkproof/service-kit/testing/fixture'
import { AS_OPERATOR } from '@inkproof/service-kit/testing/operator'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { makeReleases, NEXT, SHELL, SLICE, startReports, visitOf } from '../testing/reports.ts'

let server: TestRedis
let redis: ReturnType<typeof connectRedis>
let releases: Awaited<ReturnType<typeof makeReleases>>
let api: Awaited<ReturnType<typeof startReports>>

const NO_RATINGS = { good: 0, fair: 0, poor: 0 }
const NO_VITALS = { lcp: NO_RATINGS, inp: NO_RATINGS, cls: NO_RATINGS }

beforeAll(async () => {
  server = await startTestRedis()
  redis = connectRedis(server.url, {}, true)
  releases = await makeReleases()
})
afterAll(async () => {
  redis.disconnect()
  await releases.remove()
  await server.remove()
})
beforeEach(async () => {
  await redis.flushall()
  api = await startReports(settings())
})
afterEach(() => api.stop())

function settings(change: Record<string, string> = {}) {
  return { REDIS_URL: server.url, RELEASES_DIR: releases.folder, ...change }
}

test('counts visits, failures, errors and violations by part and version, also across instances', async () => {
  const other = await startReports(settings())
  expect((await api.send([visitOf(SHELL), visitOf(SLICE, { failures: 1 })])).status).toBe(204)
  await other.send([visitOf(SLICE, { visits: 0, errors: 3, violations: 2 }), visitOf(NEXT)])
  const expected = [
    { ...visitOf(SLICE), failures: 1, errors: 3, violations: 2, vitals: NO_VITALS },
    { ...visitOf(NEXT), vitals: NO_VITALS },
    { ...visitOf(SHELL), vitals: NO_VITALS },
  ]
  expect((await api.counts()).parts).toEqual(expected)
  expect((await other.counts()).parts).toEqual(expected)
  await other.stop()
})

test.each([
  ['lcp', 2500, 2501, 4001],
  ['inp', 200, 201, 501],
  ['cls', 0.1, 0.11, 0.26],
] as const)('rates %s by the thresholds of Web Vitals', async (vital, good, fair, poor) => {
  for (const value of [good, fair, poor])
    await api.send([visitOf(SHELL, { vitals: { [vital]: value } })])
  const [counts] = (await api.counts()).parts
  expect(counts?.vitals).toEqual({ ...NO_VITALS, [vital]: { good: 1, fair: 1, poor: 1 } })
})

test('one report adds at most one visit, one failure, ten errors and ten violations to a version', async () => {
  const part = visitOf(SLICE, { failures: 5, errors: 1000, violations: 11 })
  await api.send([part, part])
  const [counts] = (await api.counts()).parts
  expect(counts).toMatchObject({ visits: 1, failures: 1, errors: 10, violations: 10 })
})

test('ignores versions that have not been released, and names of other parts', async () => {
  const unknown = [
    { package: 'mfe-content', version: '0.1.0-dddddddddd' },
    { package: 'mfe-unknown', version: SLICE.version },
    { package: 'shell', version: SLICE.version },
    { package: 'mfe-content', version: SHELL.version },
  ]
  const response = await api.send(unknown.map((part) => visitOf(part)))
  expect(response.status).toBe(204)
  expect((await api.counts()).parts).toEqual([])
  expect(await redis.keys('browser-reports:*')).toEqual([])
})

test.each([
  ['no parts', { parts: [] }],
  ['too many parts', { parts: Array(MAX_REPORTED_PARTS + 1).fill(visitOf(SLICE)) }],
  ['another field', { parts: [{ ...visitOf(SLICE), url: '/' }] }],
  ['another field of the report', { parts: [visitOf(SLICE)], userAgent: 'x' }],
  ['a path as a version', { parts: [visitOf({ ...SLICE, version: '../0.1.0-aaaaaaaaaa' })] }],
  ['a dot as a version', { parts: [visitOf({ ...SLICE, version: '..' })] }],
  ['a path as a name', { parts: [visitOf({ ...SLICE, package: '../mfe-content' })] }],
  ['two visits', { parts: [{ ...visitOf(SLICE), visits: 2 }] }],
  ['a negative number', { parts: [visitOf(SLICE, { errors: -1 })] }],
  ['a fraction', { parts: [visitOf(SLICE, { errors: 0.5 })] }],
  ['a huge number', { parts: [visitOf(SLICE, { errors: 1001 })] }],
  ['a negative measurement', { parts: [visitOf(SLICE, { vitals: { lcp: -1 } })] }],
])('refuses a report with %s', async (_, body) => {
  const response = await api.post(body)
  expect([response.status, response.headers.get('inkproof-error')]).toEqual([400, 'INVALID_INPUT'])
  expect(await redis.keys('browser-reports:*')).toEqual([])
})

test('on a public origin, accepts 30 reports from one address in ten minutes, and then those from others', async () => {
  const open = await startReports(settings({ PUBLIC_ORIGIN: 'https://proof.example' }))
  const report = () => open.send([visitOf(SLICE)], '198.51.100.7')
  const accepted = await Promise.all(Array.from({ length: 30 }, report))
  expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([204]))
  const refused = await report()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
  expect((await open.send([visitOf(SLICE)], '198.51.100.8')).status).toBe(204)
  expect((await open.counts()).parts[0]?.visits).toBe(31)
  await open.stop()
})

test('on a public origin, keeps the counts for five seconds', async () => {
  const open = await startReports(settings({ PUBLIC_ORIGIN: 'https://proof.example' }))
  const startedAtMs = performance.now()
  expect((await open.counts()).parts).toEqual([])
  await open.send([visitOf(SLICE)])
  expect((await open.counts()).parts).toEqual([])
  let reads = 0
  const nextAddress = () => `2001:db8:0:${(++reads).toString(16)}::1`
  await until(async () => (await open.counts(nextAddress())).parts[0]?.visits === 1)
  expect(performance.now() - startedAtMs).toBeGreaterThan(5000)
  await open.stop()
})

test('on a public origin, one address can read the counts 60 times a minute, and others still can then', async () => {
  const open = await startReports(settings({ PUBLIC_ORIGIN: 'https://proof.example' }))
  const show = async () => (await open.show('198.51.100.7')).status
  const statuses = await Promise.all(Array.from({ length: 61 }, show))
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  const refused = await open.show('198.51.100.7')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await open.show('198.51.100.8')).status).toBe(200)
  await open.stop()
})

test('elsewhere, a read contains what was reported just before, and reads are not limited', async () => {
  expect((await api.counts()).parts).toEqual([])
  await api.send([visitOf(SLICE)])
  expect((await api.counts()).parts[0]?.visits).toBe(1)
  const statuses = await Promise.all(
    Array.from({ length: 61 }, async () => (await api.show()).status),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('stores only numbers, for 30 hours, and no address', async () => {
  await api.send([visitOf(SLICE, { vitals: { lcp: 1234 } })], '203.0.113.9')
  const keys = await redis.keys('*')
  const [hour = '', ...others] = keys.filter((key) => key.startsWith('browser-reports:'))
  expect(others).toEqual([])
  const seconds = await redis.ttl(hour)
  expect(seconds).toBeGreaterThan(29 * 60 * 60)
  expect(seconds).toBeLessThanOrEqual(30 * 60 * 60)
  const name = `${SLICE.package} ${SLICE.version}`
  expect(await redis.hgetall(hour)).toEqual({ [`${name} visits`]: '1', [`${name} lcp.good`]: '1' })
  // Hashes of addresses, which limit the number of reports.
  const limits = keys.filter((key) => key !== hour && key !== 'readiness')
  for (const key of limits) expect(key).toMatch(/^limit:svc-content:browser-reports:[\w-]{22}$/)
  expect(keys.join()).not.toContain('203.0.113.9')
})

test('the counts are not cached, and the operator reads them as metrics', async () => {
  await api.send([visitOf(SLICE, { errors: 2 })])
  const response = await fetch(`${api.origin}/api/content/browser-reports`)
  expect(response.headers.get('cache-control')).toBe('no-store')
  BrowserReportCounts.parse(await response.json())
  const metrics = await (await fetch(`${api.origin}/metrics`, AS_OPERATOR)).text()
  expect(metrics).toContain(
    `browser_reports_total{part="mfe-content",version="${SLICE.version}",counter="errors",service="svc-content"} 2`,
  )
})
