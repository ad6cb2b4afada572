import { randomUUID } from 'node:crypto'
import type { Certificate } from '@inkproof/protocol/certificates'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { certifyRequest, makeRevocation } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'

let system: System
let certificate: Certificate
const workspaceId = randomUUID()
const signInAs = (role: 'owner' | 'member' | 'viewer') =>
  system.installation.signIn({ workspaceId, role })

beforeAll(async () => {
  system = await startSystem()
  certificate = await system.client.certify(await signInAs('owner'))
})

afterAll(() => system.stop())

const WRITES: [string, () => [path: string, body: unknown]][] = [
  ['certify', () => ['/certificates', certifyRequest()]],
  ['certify many', () => ['/certificates/bulk', { certificates: [certifyRequest()] }]],
  [
    'revoke',
    () => [`/certificates/${certificate.id}/revoke`, { opening: makeRevocation(certificate) }],
  ],
]

test.each(WRITES)('a viewer cannot %s and is told why', async (_name, write) => {
  const [path, body] = write()
  const response = await system.client.request('POST', path, body, await signInAs('viewer'))
  expect([response.status, await response.json()]).toMatchObject([
    403,
    { code: 'VIEWERS_ONLY_READ' },
  ])
})

test('a refused request of a viewer changes nothing', async () => {
  const { body } = await listAs('owner')
  expect(body.certificates).toMatchObject([{ id: certificate.id, revokedBy: null }])
})

test('a viewer can read everything in the workspace', async () => {
  const [mine, owners] = [await listAs('viewer'), await listAs('owner')]
  expect([mine.status, mine.body]).toEqual([200, owners.body])
  const response = await system.client.request(
    'GET',
    `/certificates/${certificate.id}`,
    undefined,
    await signInAs('viewer'),
  )
  expect(response.status).toBe(200)
})

test('a member can certify and revoke', async () => {
  const created = await system.client.certify(await signInAs('member'))
  const { body: list } = await listAs('owner')
  expect(list.certificates.map(({ id }: Certificate) => id)).toContain(created.id)
  const body = { opening: makeRevocation(created) }
  const path = `/certificates/${created.id}/revoke`
  const response = await system.client.request('POST', path, body, await signInAs('member'))
  expect(response.status).toBe(201)
})

async function listAs(role: 'owner' | 'viewer') {
  const response = await system.client.request(
    'GET',
    '/certificates',
    undefined,
    await signInAs(role),
  )
  return {
    status: response.status,
    body: (await response.json()) as { certificates: Certificate[] },
  }
}
