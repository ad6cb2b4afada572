import { afterAll, beforeAll, expect, test } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { certifyRequest } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'

let system: System
let database: Connection

beforeAll(async () => {
  system = await startSystem({ CERTIFICATES_A_DAY: '5' })
  database = await mongoose.createConnection(system.installation.api.MONGO_URL).asPromise()
})

afterAll(async () => {
  await database.close()
  await system.stop()
})

function bulkRequest(count: number) {
  return { certificates: Array.from({ length: count }, () => certifyRequest()) }
}

type ErrorBody = { code?: string; detail?: string; details?: { issues: { path: string }[] } }

async function post(path: string, body: unknown, token?: string) {
  const response = await system.client.request('POST', path, body, token)
  const error = (await response.json()) as ErrorBody
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ...error }
}

test('limits the certificates of an account per day across all calls and says when the limit resets', async () => {
  const [owner, other] = [await system.installation.signIn(), await system.installation.signIn()]
  const first = bulkRequest(3)
  const refused = { status: 429, code: 'DAILY_ALLOWANCE_USED' }
  expect(await post('/certificates/bulk', first, owner)).toMatchObject({ status: 201 })
  const before = await database.collection('certificates').countDocuments()
  const response = await post('/certificates/bulk', bulkRequest(3), owner)
  expect(response).toMatchObject(refused)
  expect(response.detail).toMatch(
    /\(limit of 5 per day; resets on [A-Z][a-z]+ \d+, \d{4} at \d\d:\d\d [AP]M UTC\)/,
  )
  expect(Number(response.retryAfter)).toBeGreaterThan(86_000)
  expect(await database.collection('certificates').countDocuments()).toBe(before)
  expect(await post('/certificates/bulk', bulkRequest(2), owner)).toMatchObject({ status: 201 })
  expect(await post('/certificates', certifyRequest(), owner)).toMatchObject(refused)
  // Existing certificates are not counted.
  expect(await post('/certificates/bulk', first, owner)).toMatchObject({ status: 201 })
  expect(await post('/certificates', certifyRequest(), other)).toMatchObject({ status: 201 })
})

test('counts a request once, whether it is sent twice concurrently or repeated after a failure', async () => {
  const owner = await system.installation.signIn()
  const [first, second] = [bulkRequest(3), bulkRequest(2)]
  const send = (body: unknown) => post('/certificates/bulk', body, owner)
  const [left, right] = await Promise.all([send(first), send(first)])
  expect([left.status, right.status]).toEqual([201, 201])
  // Rows for the next indexes prevent the certificates' rows, so that the request fails after it was counted.
  const next = await database.collection('entries').countDocuments()
  const rows = Array.from({ length: 20 }, (_, offset) => ({ accountId: 'x', index: next + offset }))
  await database.collection('certificates').insertMany(rows)
  expect(await send(second)).toMatchObject({ status: 409 })
  await database.collection('certificates').deleteMany({ accountId: 'x' })
  expect(await send(second)).toMatchObject({ status: 201 })
  expect(await send(bulkRequest(1))).toMatchObject({ status: 429, code: 'DAILY_ALLOWANCE_USED' })
})

test('checks the sign-in before parsing the body', async () => {
  const response = await fetch(`http://127.0.0.1:${system.api.port}/api/v1/certificates/bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"certificates":[',
  })
  expect(response.status).toBe(401)
})

test('reports the first of a thousand invalid certificates and checks none after it', async () => {
  const token = await system.installation.signIn()
  const wrong = { opening: { claims: Array.from({ length: 16 }, () => ({})) } }
  const certificates = [certifyRequest(), ...Array.from({ length: 999 }, () => wrong)]
  const { status, details } = await post('/certificates/bulk', { certificates }, token)
  expect(status).toBe(400)
  expect(details?.issues).toHaveLength(20)
  for (const { path } of details?.issues ?? []) expect(path).toMatch(/^certificates\.1\./)
})

test('refuses a request with too many certificates before it checks them', async () => {
  const token = await system.installation.signIn()
  const body = { certificates: Array.from({ length: 100_000 }, () => ({})) }
  const response = await post('/certificates/bulk', body, token)
  expect(response).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
  expect(response).toHaveProperty('details.issues.length', 1)
})

test('limits the size of anonymous requests', async () => {
  const body = { fingerprint: 'ab'.repeat(20_000) }
  expect(await post('/lookup', body)).toMatchObject({ status: 413, code: 'TOO_LARGE' })
})
