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

function many(count: number) {
  return { certificates: Array.from({ length: count }, () => certifyRequest()) }
}

type Told = { code?: string; detail?: string; details?: { issues: { path: string }[] } }

async function asked(path: string, body: unknown, token?: string) {
  const response = await system.client.request('POST', path, body, token)
  const told = (await response.json()) as Told
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ...told }
}

test('limits the certificates of an account per day, however it sends them, and says when the limit resets', async () => {
  const [owner, other] = [await system.installation.signIn(), await system.installation.signIn()]
  const first = many(3)
  const refused = { status: 429, code: 'DAILY_ALLOWANCE_USED' }
  expect(await asked('/certificates/bulk', first, owner)).toMatchObject({ status: 201 })
  const before = await database.collection('certificates').countDocuments()
  const answer = await asked('/certificates/bulk', many(3), owner)
  expect(answer).toMatchObject(refused)
  expect(answer.detail).toMatch(/\(5 in a day; it goes on at \d\d:\d\d UTC on \d{4}-\d\d-\d\d\)/)
  expect(Number(answer.retryAfter)).toBeGreaterThan(86_000)
  expect(await database.collection('certificates').countDocuments()).toBe(before)
  expect(await asked('/certificates/bulk', many(2), owner)).toMatchObject({ status: 201 })
  expect(await asked('/certificates', certifyRequest(), owner)).toMatchObject(refused)
  // Existing certificates are not counted.
  expect(await asked('/certificates/bulk', first, owner)).toMatchObject({ status: 201 })
  expect(await asked('/certificates', certifyRequest(), other)).toMatchObject({ status: 201 })
})

test('a body is not parsed before sign-in is checked', async () => {
  const response = await fetch(`http://127.0.0.1:${system.api.port}/api/v1/certificates/bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"certificates":[',
  })
  expect(response.status).toBe(401)
})

test('names the first of a thousand invalid certificates and checks none after it', async () => {
  const token = await system.installation.signIn()
  const wrong = { opening: { claims: Array.from({ length: 16 }, () => ({})) } }
  const certificates = [certifyRequest(), ...Array.from({ length: 999 }, () => wrong)]
  const { status, details } = await asked('/certificates/bulk', { certificates }, token)
  expect(status).toBe(400)
  expect(details?.issues).toHaveLength(20)
  for (const { path } of details?.issues ?? []) expect(path).toMatch(/^certificates\.1\./)
})

test('refuses more certificates than one request may contain because of their number', async () => {
  const token = await system.installation.signIn()
  const body = { certificates: Array.from({ length: 100_000 }, () => ({})) }
  const answer = await asked('/certificates/bulk', body, token)
  expect(answer).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
  expect(answer).toHaveProperty('details.issues.length', 1)
})

test('limits the size of anonymous requests', async () => {
  const body = { fingerprint: 'ab'.repeat(20_000) }
  expect(await asked('/lookup', body)).toMatchObject({ status: 413, code: 'TOO_LARGE' })
})
