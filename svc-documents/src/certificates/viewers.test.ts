import { randomUUID } from 'node:crypto'
import type { Certificate } from '@inkproof/protocol/certificates'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { certifyRequest, revocationOf } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'

let system: System
let certificate: Certificate
const workspaceId = randomUUID()
const as = (role: 'owner' | 'member' | 'viewer') =>
  system.installation.signIn({ workspaceId, role })

beforeAll(async () => {
  system = await startSystem()
  certificate = await system.client.certify(await as('owner'))
})

afterAll(() => system.stop())

const WRITES: [string, () => [path: string, body: unknown]][] = [
  ['certify', () => ['/certificates', certifyRequest()]],
  ['certify many', () => ['/certificates/bulk', { certificates: [certifyRequest()] }]],
  [
    'revoke',
    () => [`/certificates/${certificate.id}/revoke`, { opening: revocationOf(certificate) }],
  ],
]

test.each(WRITES)('a viewer may not %s, and is told why', async (_name, write) => {
  const [path, body] = write()
  const response = await system.client.request('POST', path, body, await as('viewer'))
  expect([response.status, await response.json()]).toMatchObject([
    403,
    { code: 'VIEWERS_ONLY_READ' },
  ])
})

test('a refused request of a viewer leaves no trace', async () => {
  const { body } = await listOf('owner')
  expect(body.certificates).toMatchObject([{ id: certificate.id, revokedBy: null }])
})

test('a viewer reads everything of the workspace', async () => {
  const [mine, owners] = [await listOf('viewer'), await listOf('owner')]
  expect([mine.status, mine.body]).toEqual([200, owners.body])
  const one = await system.client.request(
    'GET',
    `/certificates/${certificate.id}`,
    undefined,
    await as('viewer'),
  )
  expect(one.status).toBe(200)
})

test('a member certifies and revokes alongside the owner', async () => {
  const made = await system.client.certify(await as('member'))
  const { body } = await listOf('owner')
  expect(body.certificates.map(({ id }: Certificate) => id)).toContain(made.id)
  const revoking = { opening: revocationOf(made) }
  const path = `/certificates/${made.id}/revoke`
  const response = await system.client.request('POST', path, revoking, await as('member'))
  expect(response.status).toBe(201)
})

async function listOf(role: 'owner' | 'viewer') {
  const response = await system.client.request('GET', '/certificates', undefined, await as(role))
  return {
    status: response.status,
    body: (await response.json()) as { certificates: Certificate[] },
  }
}
