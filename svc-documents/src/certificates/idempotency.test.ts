import { randomUUID } from 'node:crypto'
import type { Certificate, CertifyRequest } from '@inkproof/protocol/certificates'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import { certifyRequest, makeRevocation } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'

let system: System
let redis: Redis
beforeAll(async () => {
  system = await startSystem({ CERTIFICATES_A_DAY: '1' })
  redis = new Redis(system.installation.api.REDIS_URL ?? '')
})
afterAll(async () => {
  redis.disconnect()
  await system.stop()
})

async function setup() {
  const accountId = randomUUID()
  const signIn = () =>
    system.installation.signIn({ accountId, workspaceId: randomUUID(), role: 'owner' })
  const token = await signIn()
  const certify = async (request: CertifyRequest, key: string, by = token) => {
    const response = await fetch(`http://127.0.0.1:${system.api.port}/api/v1/certificates`, {
      method: 'POST',
      headers: {
        accept: 'application/problem+json',
        authorization: `Bearer ${by}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(request),
    })
    return { status: response.status, body: await response.json() }
  }
  const stored = () => redis.hvals(`idempotency:{documents:${accountId}}`)
  return { token, signIn, certify, stored }
}

const REUSED = { status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } }

test('a request repeated with its Idempotency-Key creates one certificate; a different request with that key is refused', async () => {
  const { certify } = await setup()
  const request = certifyRequest()
  const first = await certify(request, 'lease')
  expect(first.status).toBe(201)
  expect(await certify(request, 'lease')).toEqual(first)
  expect(await certify(certifyRequest(), 'lease')).toMatchObject(REUSED)
})

test('the response to a repeated request shows the current state', async () => {
  const { token, certify } = await setup()
  const request = certifyRequest()
  const certificate = (await certify(request, 'lease')).body as Certificate
  const path = `/certificates/${certificate.id}/revoke`
  await system.client.request('POST', path, { opening: makeRevocation(certificate) }, token)
  const shown = await system.client.request('GET', `/certificates/${request.id}`, undefined, token)
  expect((await certify(request, 'lease')).body).toEqual(await shown.json())
})

test('only the digest of a request is stored, not its opening or its share link', async () => {
  const { certify, stored } = await setup()
  const request = certifyRequest()
  const keys = ['k1', 'k2', 'k3']
  for (const key of keys) expect((await certify(request, key)).status).toBe(201)
  const entries = await stored()
  expect(entries.map((entry) => Object.keys(JSON.parse(entry)))).toEqual(
    keys.map(() => ['request']),
  )
  for (const entry of entries) expect(entry.length).toBeLessThan(64)
})

test('the same request in another workspace is refused, whether its Idempotency-Key is the same or not', async () => {
  const { certify, signIn } = await setup()
  const request = certifyRequest()
  expect((await certify(request, 'k1')).status).toBe(201)
  const otherToken = await signIn()
  expect(await certify(request, 'k1', otherToken)).toMatchObject(REUSED)
  expect(await certify(request, 'k2', otherToken)).toMatchObject({ status: 409 })
})
