import { randomUUID } from 'node:crypto'
import { Certificate } from '@inkproof/protocol/certificates'
import { certifyForAccount } from '@inkproof/protocol/internal'
import { createServiceClient } from '@inkproof/service-kit/service-client'
import { makeServiceKeys, testIdentity } from '@inkproof/service-kit/testing/service-identity'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { certifyRequest, openingJson } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'

const KEYS = makeServiceKeys('svc-signing')
const DOCUMENTS = 'svc-documents'

let system: System
let services: ReturnType<typeof createServiceClient>

beforeAll(async () => {
  const change = { SERVICE_KEYS: KEYS.publicJwks, CERTIFICATES_A_DAY: '1' }
  system = await startSystem({ ...change, PUBLIC_ORIGIN: 'https://inkproof.example' })
  const urls = new Map([[DOCUMENTS, `http://127.0.0.1:${system.api.port}`]])
  services = createServiceClient(testIdentity(KEYS, 'svc-signing'), urls)
})
afterAll(() => system.stop())

async function setup() {
  const owner = { accountId: randomUUID(), workspaceId: randomUUID() }
  const token = await system.installation.signIn({ ...owner, isVerifiedPerson: true })
  const certify = async (request = certifyRequest(), as = owner) =>
    (await services.call(DOCUMENTS, certifyForAccount, { ...as, certificate: request })).certificate
  const show = (id: string) => system.client.request('GET', `/certificates/${id}`, undefined, token)
  return { owner, token, certify, show }
}

test('the account’s workspace has the certificate, and a repeated call returns the same', async () => {
  const { certify, show } = await setup()
  const request = certifyRequest()
  const certificate = await certify(request)
  expect(await (await show(request.id)).json()).toEqual(certificate)
  expect(Certificate.parse(certificate).id).toBe(request.id)
  expect(await certify(request)).toEqual(certificate)
})

test('does not count towards the account’s allowance, and is not limited by it', async () => {
  const { token, certify } = await setup()
  await certify()
  await system.client.certify(token)
  const refused = await system.client.request('POST', '/certificates', certifyRequest(), token)
  expect(refused.status).toBe(429)
  await certify()
})

test('refuses the ID of another certificate, or of another workspace', async () => {
  const { owner, certify } = await setup()
  const request = certifyRequest()
  await certify(request)
  const others = [
    certify({ ...request, fileName: 'other.pdf' }),
    certify(request, { ...owner, workspaceId: randomUUID() }),
  ]
  for (const other of others) await expect(other).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test.each([
  ['a step', openingJson({ kind: 5 })],
  ['a revocation', openingJson({ kind: 2, previous: 0 })],
  ['a wallet that did not sign', openingJson({ claims: { wallet: 'not a signature' } })],
])('refuses %s', async (_name, opening) => {
  const { certify, show } = await setup()
  const request = certifyRequest({ opening })
  await expect(certify(request)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect((await show(request.id)).status).toBe(404)
})
