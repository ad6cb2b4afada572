import { CertificateList } from '@inkproof/protocol/certificates'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  certifyRequest,
  makeRevocation,
  openingJson,
  randomFingerprint,
} from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

async function setup() {
  const token = await system.installation.signIn()
  const fingerprint = randomFingerprint()
  const requestOf = (hex: string) =>
    certifyRequest({
      opening: openingJson({ fingerprint: new Uint8Array(Buffer.from(hex, 'hex')) }),
    })
  const certify = (hex = fingerprint, by = token) => system.client.certify(by, requestOf(hex))
  const find = async (query: string, by = token) => {
    const response = await system.client.request('GET', `/certificates?${query}`, undefined, by)
    return CertificateList.parse(await response.json())
  }
  return { token, fingerprint, requestOf, certify, find }
}

const idsOf = ({ certificates }: CertificateList) => certificates.map(({ id }) => id)

test('lists the certificates of one file, newest first, and no others', async () => {
  const { token, fingerprint, certify, find } = await setup()
  const first = await certify()
  await certify(randomFingerprint())
  const second = await certify()
  const body = { opening: makeRevocation(first) }
  await system.client.request('POST', `/certificates/${first.id}/revoke`, body, token)
  const list = await find(`fingerprint=${fingerprint}`)
  expect(idsOf(list)).toEqual([second.id, first.id])
  expect(list).toMatchObject({ next: null, total: 2, altered: [] })
  expect(list.certificates[1]?.revokedBy).toBeGreaterThan(second.index)
})

test('does not list another workspace’s certificates of the file', async () => {
  const { fingerprint, certify, find } = await setup()
  await certify()
  const stranger = await system.installation.signIn()
  expect(await find(`fingerprint=${fingerprint}`, stranger)).toMatchObject({
    certificates: [],
    total: 0,
  })
})

test('lists more certificates of a file than fit on a page, each once', async () => {
  const { token, fingerprint, requestOf, find } = await setup()
  const certificates = Array.from({ length: 51 }, () => requestOf(fingerprint))
  await system.client.request('POST', '/certificates/bulk', { certificates }, token)
  const first = await find(`fingerprint=${fingerprint}`)
  const second = await find(`fingerprint=${fingerprint}&cursor=${first.next}`)
  expect([first.total, idsOf(first).length, idsOf(second).length]).toEqual([51, 50, 1])
  expect(new Set([...idsOf(first), ...idsOf(second)])).toEqual(
    new Set(certificates.map(({ id }) => id)),
  )
})

test.each([
  ['upper-case letters', 'AB'.repeat(32)],
  ['too few characters', 'ab'.repeat(31)],
  ['an operator of the database', '[$ne]=1'],
  ['a prefix', `0x${'ab'.repeat(32)}`],
])('refuses a fingerprint with %s', async (_what, fingerprint) => {
  const { token } = await setup()
  const path = `/certificates?fingerprint=${fingerprint}`
  const response = await system.client.request('GET', path, undefined, token)
  expect(response.status).toBe(400)
})

test('refuses two fingerprints, and a fingerprint with a share link', async () => {
  const { token, fingerprint, certify } = await setup()
  const { shareLink } = await certify()
  for (const more of [`fingerprint=${fingerprint}`, `shareLink=${shareLink}`]) {
    const path = `/certificates?fingerprint=${fingerprint}&${more}`
    const response = await system.client.request('GET', path, undefined, token)
    expect([more, response.status]).toEqual([more, 400])
  }
})
