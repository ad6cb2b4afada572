import { randomUUID } from 'node:crypto'
import { parseProofFile } from '@inkproof/proof/proof-file'
import {
  type BulkResponse,
  Certificate,
  CertificateList,
  type CertifyRequest,
} from '@inkproof/protocol/certificates'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { certifyRequest, makeRevocation, openingJson } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'

let system: System
let token: string

beforeAll(async () => {
  system = await startSystem()
  token = await system.installation.signIn()
})

afterAll(() => system.stop())

async function errorCode(response: Response): Promise<string> {
  return ((await response.json()) as { code: string }).code
}

async function fetchProof(certificate: { id: string }): Promise<string> {
  const response = await system.client.request(
    'GET',
    `/certificates/${certificate.id}/proof`,
    undefined,
    token,
  )
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  return response.text()
}

test('a certificate is anchored and its proof file verifies down to the block', async () => {
  const certificate = await system.client.certify(token)
  Certificate.parse(certificate)
  await system.waitUntilAnchored(certificate.index)
  const { verdict, steps } = await system.verifyProof(
    certificate.fingerprint,
    await fetchProof(certificate),
  )
  expect(verdict.code).toBe('verified')
  expect(steps.filter(({ outcome }) => outcome === 'failed')).toEqual([])
})

test('a proof of the certificate does not verify another file', async () => {
  const certificate = await system.client.certify(token)
  await system.waitUntilAnchored(certificate.index)
  const { verdict } = await system.verifyProof('ab'.repeat(32), await fetchProof(certificate))
  expect(verdict.code).toBe('changed')
})

test('the same request sent twenty times concurrently gets the same certificate each time', async () => {
  const request = certifyRequest()
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => system.client.certify(token, request)),
  )
  expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
})

/** A different value for each field of a request. Omitting a field does not compile. */
const OTHER_VALUES: { [Field in Exclude<keyof CertifyRequest, 'id'>]-?: CertifyRequest[Field] } = {
  opening: openingJson(),
  fileName: 'other.pdf',
  fileSize: 48_214,
  findable: true,
  showIssuer: false,
}

test.each(Object.entries(OTHER_VALUES))(
  'refuses a different %s for an ID that is already in use',
  async (field, value) => {
    const request = certifyRequest()
    const certificate = await system.client.certify(token, request)
    const other = { ...request, [field]: value }
    const response = await system.client.request('POST', '/certificates', other, token)
    expect([response.status, await errorCode(response)]).toEqual([409, 'CERTIFICATE_ID_TAKEN'])
    expect(await system.client.certify(token, request)).toEqual(certificate)
  },
)

test('refuses to certify an entry that belongs to another certificate', async () => {
  const request = certifyRequest()
  await system.client.certify(token, request)
  const copied = { ...certifyRequest(), opening: request.opening }
  const stranger = await system.installation.signIn()
  const response = await system.client.request('POST', '/certificates', copied, stranger)
  expect([response.status, await errorCode(response)]).toEqual([409, 'CERTIFICATE_ID_TAKEN'])
})

test.each<[string, (request: CertifyRequest) => unknown]>([
  [
    'a revoking opening',
    (request) => ({ ...request, opening: openingJson({ kind: 2, previous: 0 }) }),
  ],
  ['a repeated claim', (request) => ({ ...request, opening: withRepeatedClaim(request) })],
  ['an unknown field', (request) => ({ ...request, admin: true })],
  ['a missing ID', ({ id: _id, ...request }) => request],
])('refuses %s as invalid', async (_name, invalidate) => {
  const response = await system.client.request(
    'POST',
    '/certificates',
    invalidate(certifyRequest()),
    token,
  )
  expect([response.status, await errorCode(response)]).toEqual([400, 'INVALID_INPUT'])
})

function withRepeatedClaim({ opening }: CertifyRequest) {
  return { ...opening, claims: [...opening.claims, ...opening.claims] }
}

test('a bulk request gets a different index for each certificate, and the same indexes when repeated', async () => {
  const certificates = Array.from({ length: 200 }, () => certifyRequest())
  const send = async () => {
    const response = await system.client.request(
      'POST',
      '/certificates/bulk',
      { certificates },
      token,
    )
    expect(response.status).toBe(201)
    return (await response.json()) as BulkResponse
  }
  const first = await send()
  expect(first.certificates.map(({ id }) => id)).toEqual(certificates.map(({ id }) => id))
  expect(new Set(first.certificates.map(({ index }) => index)).size).toBe(200)
  expect(await send()).toEqual(first)
})

test('lists each certificate of a workspace once, newest first, over several pages', async () => {
  const owner = await system.installation.signIn()
  const certificates = Array.from({ length: 120 }, () => certifyRequest())
  await system.client.request('POST', '/certificates/bulk', { certificates }, owner)
  const listed: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/certificates${cursor && `?cursor=${cursor}`}`
    const page = CertificateList.parse(
      await (await system.client.request('GET', path, undefined, owner)).json(),
    )
    expect(page.total).toBe(120)
    listed.push(...page.certificates.map(({ id }) => id))
    cursor = page.next
  }
  expect(listed).toEqual(certificates.map(({ id }) => id).toReversed())
})

test.each([
  ['GET', ''],
  ['GET', '/proof'],
  ['POST', '/revoke'],
])(
  "%s /certificates/{id}%s gives the same response for someone else's certificate as for a missing one",
  async (method, path) => {
    const certificate = await system.client.certify(token)
    const stranger = await system.installation.signIn()
    const body = method === 'POST' ? { opening: makeRevocation(certificate) } : undefined
    const responseFor = async (id: string) => {
      const response = await system.client.request(
        method,
        `/certificates/${id}${path}`,
        body,
        stranger,
      )
      const { requestId: _requestId, ...rest } = (await response.json()) as Record<string, unknown>
      return { status: response.status, ...rest }
    }
    const response = await responseFor(certificate.id)
    expect(response).toMatchObject({ status: 404, code: 'CERTIFICATE_NOT_FOUND' })
    expect(await responseFor(certifyRequest().id)).toEqual(response)
  },
)

test('requires sign-in before it parses the body', async () => {
  const response = await system.client.request('POST', '/certificates', { nonsense: true })
  expect([response.status, await errorCode(response)]).toEqual([401, 'SIGN_IN_REQUIRED'])
})

test('a revoked certificate and its next proof show the revocation, and the time of its first anchor', async () => {
  const certificate = await system.client.certify(token)
  await system.waitUntilAnchored(certificate.index)
  const before = await system.verifyProof(certificate.fingerprint, await fetchProof(certificate))
  const body = { opening: makeRevocation(certificate) }
  const path = `/certificates/${certificate.id}/revoke`
  const responses = await Promise.all(
    [1, 2, 3].map(() => system.client.request('POST', path, body, token)),
  )
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
  const [{ revokedBy }] = (await Promise.all(responses.map((response) => response.json()))) as [
    Certificate,
  ]
  expect(revokedBy).toBeGreaterThan(certificate.index)
  await system.waitUntilAnchored(Number(revokedBy))
  const proof = await fetchProof(certificate)
  const { verdict, facts } = await system.verifyProof(certificate.fingerprint, proof)
  expect(verdict.code).toBe('revoked')
  expect(before.facts?.blockTime).toBeTruthy()
  expect(facts?.blockTime).toBe(before.facts?.blockTime)
})

test('refuses a revocation of another document', async () => {
  const certificate = await system.client.certify(token)
  const opening = makeRevocation({ ...certificate, fingerprint: 'ab'.repeat(32) })
  const response = await system.client.request(
    'POST',
    `/certificates/${certificate.id}/revoke`,
    { opening },
    token,
  )
  expect([response.status, await errorCode(response)]).toEqual([400, 'INVALID_INPUT'])
})

test('the proof file omits a hidden issuer, and its entry still verifies', async () => {
  const certificate = await system.client.certify(token, certifyRequest({ showIssuer: false }))
  expect(certificate.issuer).toBe('Ada Example')
  await system.waitUntilAnchored(certificate.index)
  const proof = await fetchProof(certificate)
  const claimNames = parseProofFile(proof).opening.claims.flatMap((claim) =>
    'hash' in claim ? [] : [claim.name],
  )
  expect(claimNames).toEqual(['title'])
  expect((await system.verifyProof(certificate.fingerprint, proof)).verdict.code).toBe('verified')
})

test('an entry that is not in a signed state yet has no proof file', async () => {
  await system.stopLog()
  const certificate = await system.client.certify(token)
  const response = await system.client.request(
    'GET',
    `/certificates/${certificate.id}/proof`,
    undefined,
    token,
  )
  expect([response.status, await errorCode(response)]).toEqual([409, 'PROOF_NOT_READY'])
  await system.startLog()
  await system.waitUntilAnchored(certificate.index)
  expect(await fetchProof(certificate)).toContain(`index ${certificate.index}\n`)
})

test('a malformed ID is treated like the ID of a missing certificate', async () => {
  const response = await system.client.request(
    'GET',
    `/certificates/${randomUUID()}`,
    undefined,
    token,
  )
  expect(await errorCode(response)).toBe('CERTIFICATE_NOT_FOUND')
})

test('a certificate can be listed by its share link only in its own workspace', async () => {
  const { id, shareLink } = await system.client.certify(token)
  const find = async (bearer: string) => {
    const query = `/certificates?shareLink=${shareLink}`
    const response = await system.client.request('GET', query, undefined, bearer)
    return CertificateList.parse(await response.json())
  }
  expect((await find(token)).certificates.map((certificate) => certificate.id)).toEqual([id])
  const stranger = await system.installation.signIn()
  expect(await find(stranger)).toMatchObject({ certificates: [], total: 0 })
})

test('an unknown share link finds nothing, and a malformed one is refused', async () => {
  const list = (query: string) =>
    system.client.request('GET', `/certificates?${query}`, undefined, token)
  const none = await list(`shareLink=${'A'.repeat(22)}`)
  expect(CertificateList.parse(await none.json()).certificates).toEqual([])
  expect((await list('shareLink=x')).status).toBe(400)
})

test('refuses a revocation of another workspace’s certificate before it parses the body', async () => {
  const { id } = await system.client.certify(token)
  const path = `/certificates/${id}/revoke`
  const stranger = await system.installation.signIn()
  const refused = await system.client.request('POST', path, { nonsense: true }, stranger)
  expect([refused.status, await errorCode(refused)]).toEqual([404, 'CERTIFICATE_NOT_FOUND'])
  const own = await system.client.request('POST', path, { nonsense: true }, token)
  expect([own.status, await errorCode(own)]).toEqual([400, 'INVALID_INPUT'])
})
