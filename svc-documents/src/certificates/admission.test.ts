/** Who may add permanent entries on a public origin, and how many. */

import type { RunningService } from '@inkproof/service-kit/service'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { startApi } from '../roles.ts'
import { certifyRequest } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'

let system: System
/** Another copy of the service, with the same stores. */
let copy: RunningService
let database: Connection

beforeAll(async () => {
  system = await startSystem({
    PUBLIC_ORIGIN: 'https://inkproof.example',
    CERTIFICATES_A_DAY: '8',
    CERTIFICATES_A_DAY_FROM_ADDRESS: '10',
  })
  copy = await startApi(system.installation.api)
  await copy.ready
  database = await mongoose.createConnection(system.installation.api.MONGO_URL).asPromise()
})

afterAll(async () => {
  await database.close()
  await copy.stop()
  await system.stop()
})

const bulk = (count: number) => ({
  certificates: Array.from({ length: count }, () => certifyRequest()),
})
const signIn = (isVerifiedPerson = true) => system.installation.signIn({ isVerifiedPerson })
const countEntries = () => database.collection('entries').countDocuments()

type Sent = { token: string; from: string; to?: RunningService }

/** Sends a request from a client address. Returns the status, or the error's code if it is refused. */
async function post(path: string, body: object, { token, from, to = system.api }: Sent) {
  const response = await fetch(`http://127.0.0.1:${to.port}/api/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'x-forwarded-for': from,
    },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return response.headers.get('inkproof-error') ?? response.status
}

test('an account that is not verified adds no entry, by any call', async () => {
  const token = await signIn(false)
  const before = await countEntries()
  const sent = { token, from: '192.0.2.1' }
  expect(await post('/certificates', certifyRequest(), sent)).toBe('PERSON_NOT_VERIFIED')
  expect(await post('/certificates/bulk', bulk(3), sent)).toBe('PERSON_NOT_VERIFIED')
  expect(await countEntries()).toBe(before)
  expect(await post('/certificates', certifyRequest(), { ...sent, token: await signIn() })).toBe(
    201,
  )
})

test('an existing certificate is returned to an account that is no longer verified', async () => {
  const [accountId, workspaceId] = [crypto.randomUUID(), crypto.randomUUID()]
  const request = certifyRequest()
  const signInAs = (isVerifiedPerson: boolean) =>
    system.installation.signIn({ accountId, workspaceId, isVerifiedPerson })
  const from = '192.0.2.2'
  expect(await post('/certificates', request, { token: await signInAs(true), from })).toBe(201)
  expect(await post('/certificates', request, { token: await signInAs(false), from })).toBe(201)
})

test('limits the certificates from one address per day, across accounts and copies of the service', async () => {
  const from = '192.0.2.3'
  const [first, second] = [await signIn(), await signIn()]
  expect(await post('/certificates/bulk', bulk(7), { token: first, from })).toBe(201)
  const refused = await post('/certificates/bulk', bulk(4), { token: second, from, to: copy })
  expect(refused).toBe('NETWORK_ALLOWANCE_USED')
  expect(await post('/certificates/bulk', bulk(3), { token: second, from, to: copy })).toBe(201)
  // The refused certificates were not counted for the account: it has five left, for another network.
  const elsewhere = { token: second, from: '192.0.2.4' }
  expect(await post('/certificates/bulk', bulk(6), elsewhere)).toBe('DAILY_ALLOWANCE_USED')
  expect(await post('/certificates/bulk', bulk(5), elsewhere)).toBe(201)
})

test('a repetition that another network refuses does not undo the count of the request', async () => {
  const [token, other] = [await signIn(), await signIn()]
  expect(await post('/certificates/bulk', bulk(8), { token: other, from: '192.0.2.7' })).toBe(201)
  const request = bulk(5)
  // Both count before either has created a certificate.
  const sendTwice = () =>
    Promise.all(
      ['192.0.2.6', '192.0.2.7'].map((from) =>
        post('/certificates/bulk', request, { token, from }),
      ),
    )
  expect((await sendTwice())[0]).toBe(201)
  const elsewhere = { token, from: '192.0.2.8' }
  expect(await post('/certificates/bulk', bulk(4), elsewhere)).toBe('DAILY_ALLOWANCE_USED')
  expect(await post('/certificates/bulk', bulk(3), elsewhere)).toBe(201)
})

test('counts an account’s certificates across copies of the service', async () => {
  const sent = { token: await signIn(), from: '192.0.2.5' }
  expect(await post('/certificates/bulk', bulk(6), sent)).toBe(201)
  expect(await post('/certificates/bulk', bulk(3), { ...sent, to: copy })).toBe(
    'DAILY_ALLOWANCE_USED',
  )
})

test('counts an IPv6 /64 as one address', async () => {
  const send = async (count: number, from: string) =>
    post('/certificates/bulk', bulk(count), { token: await signIn(), from })
  expect(await send(8, '2001:db8:1:2::1')).toBe(201)
  expect(await send(3, '2001:db8:1:2:ffff::9')).toBe('NETWORK_ALLOWANCE_USED')
  expect(await send(3, '2001:db8:1:3::1')).toBe(201)
})
