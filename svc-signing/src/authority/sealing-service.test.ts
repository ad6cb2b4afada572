/** Sealing with a key at a remote signing service (CSC API v2.0). */
import 'reflect-metadata'
import { verify, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { issueDigitalId } from '@inkproof/pdf-signing/pki'
import { makePki, type TestPki } from '@inkproof/pdf-signing/testing/make-pki'
import { pemOf } from '@inkproof/pdf-signing/testing/pem'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { z } from 'zod'
import { openSealingIdentity } from './sealing-identity.ts'
import { type ServiceSettings, serviceSource } from './sealing-service.ts'
import { sealingEnv, sealingRequirement, serviceRequirement } from './sealing-settings.ts'
import { SealUnavailable } from './sealing-source.ts'
import { CLIENT, CREDENTIAL, CREDENTIAL_PIN, startCscService } from './testing/csc-service.ts'

let pki: TestPki
let folder: string
let service: Awaited<ReturnType<typeof startCscService>>
let initial: typeof service.state
let clock: Date

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'csc-'))
  pki = await makePki()
  const rsa = { commonName: 'Example Ltd', now: new Date(), keyType: 'rsa3072' } as const
  service = await startCscService(await issueDigitalId(pki.issuer, rsa))
  initial = { ...service.state }
  const chain = [pki.issuer.certificate, pki.root.certificate]
  writeFileSync(file('chain.pem'), chain.map((der) => pemOf('CERTIFICATE', der)).join(''))
})
beforeEach(() => {
  clock = new Date()
  Object.assign(service.state, initial, { calls: [], received: '' })
  writeFileSync(file('secret'), `${CLIENT.secret}\n`)
  writeFileSync(file('pin'), `${CREDENTIAL_PIN}\n`)
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const file = (name: string) => path.join(folder, name)

const source = (change: Partial<ServiceSettings> = {}, timeoutMs?: number) =>
  serviceSource(
    {
      url: service.url,
      credential: CREDENTIAL,
      client: CLIENT.client,
      secretFile: file('secret'),
      pin: { file: file('pin') },
      chainFile: file('chain.pem'),
      ...change,
    },
    () => clock,
    timeoutMs,
  )
const load = (change?: Partial<ServiceSettings>) =>
  openSealingIdentity(source(change), () => new Date()).load()

test('signs digests with the key of the service, which never gets more', async () => {
  const { certificate, chain, sign } = await (await source().read()).open()
  const key = new X509Certificate(certificate).publicKey
  const data = Buffer.from('signed attributes')
  expect(verify('sha256', data, key, await sign(data))).toBe(true)
  expect(chain).toHaveLength(2)
  expect(service.state.received).not.toContain(data.toString('base64'))
  expect(service.state.calls.filter((name) => name === 'oauth2/token')).toHaveLength(1)
})

test('the service can return the chain', async () => {
  service.state.certificates = [
    ...initial.certificates,
    pki.root.certificate,
    pki.issuer.certificate,
  ]
  const { chain } = await (await source({ chainFile: undefined }).read()).open()
  expect(chain).toEqual([pki.issuer.certificate, pki.root.certificate])
})

test('requests one new token when the token has expired', async () => {
  const { sign } = await (await source().read()).open()
  service.expireTokens()
  service.state.calls = []
  await sign(Buffer.from('data'))
  expect(service.state.calls).toEqual([
    ...['credentials/authorize', 'info', 'oauth2/token', 'credentials/authorize'],
    'signatures/signHash',
  ])
})

test.each<[string, Partial<ServiceSettings>, () => void, string]>([
  ['the client is wrong', { client: 'other' }, () => undefined, 'refuses the client'],
  ['the credential is wrong', { credential: 'x' }, () => undefined, 'does not show the credential'],
  ['the secret is missing', { secretFile: '/none' }, () => undefined, 'cannot be read (ENOENT)'],
  ['the chain is missing', { chainFile: undefined }, () => undefined, 'neither the service nor'],
  [
    'the key is disabled',
    {},
    () => void Object.assign(service.state, { key: 'disabled' }),
    'the key is disabled',
  ],
  [
    'a person has to authorize',
    {},
    () => void Object.assign(service.state, { mode: 'oauth2code' }),
    'needs a person',
  ],
  [
    'the signature is of something else',
    {},
    () =>
      void Object.assign(service.state, { hash: (digest: Buffer) => Buffer.alloc(digest.length) }),
    'is not valid for the certificate',
  ],
])('does not start if %s', async (_, change, prepare, sentence) => {
  prepare()
  const error = await load(change).catch((reason: unknown) => reason)
  expect(error).toMatchObject({
    name: 'StartRefused',
    message: expect.stringContaining(sentence),
  })
})

test('documents wait while the service is down or signs something else, and go on afterwards', async () => {
  const { sign } = await (await source().read()).open()
  const data = Buffer.from('data')
  service.state.isDown = true
  await expect(load()).rejects.toThrow(SealUnavailable)
  await expect(load()).rejects.toThrow('does not respond as it should')
  await expect(sign(data)).rejects.toThrow(SealUnavailable)
  Object.assign(service.state, { isDown: false, hash: () => Buffer.alloc(32) })
  await expect(sign(data)).rejects.toThrow(SealUnavailable)
  service.state.hash = initial.hash
  await sign(data)
})

test('documents wait for a service that cannot be reached, or responds late', async () => {
  const url = 'http://127.0.0.1:1/csc/v2'
  await expect(load({ url })).rejects.toThrow(SealUnavailable)
  await expect(source({}, 1).read()).rejects.toThrow(SealUnavailable)
})

test('a wrong PIN is sent once, until it is replaced', async () => {
  writeFileSync(file('pin'), '000000')
  const used = source()
  const open = async () => (await used.read()).open()
  for (const result of await Promise.allSettled([open(), open()]))
    expect(result).toMatchObject({ reason: { name: 'SealUnavailable' } })
  await expect(open()).rejects.toThrow('status 400, invalid_pin: The PIN is invalid')
  wait(365 * 24 * 60)
  await expect(open()).rejects.toThrow('correct SEALING_PASSPHRASE_FILE')
  expect(sent()).toBe(1)
  writeFileSync(file('pin'), CREDENTIAL_PIN)
  await open()
  expect(sent()).toBe(2)
})

test.each([
  ['The PIN is invalid', 1],
  ['Invalid parameter authData', 1],
  ['PIN locked', 2],
  ['Invalid parameter credentialID', 2],
])('invalid_request, “%s”: sent %i times in an hour', async (description, times) => {
  const body = { error: 'invalid_request', error_description: description }
  service.state.refusal = [400, body]
  const used = source()
  await expect(used.read().then(({ open }) => open())).rejects.toThrow(description)
  wait(60)
  await expect(used.read().then(({ open }) => open())).rejects.toThrow(description)
  expect(sent()).toBe(times)
})

test('a PIN is sent at most twice if the service refuses it without a reason, also with other refusals in between', async () => {
  const used = source()
  const open = async () => (await used.read()).open()
  await open()
  service.state.calls = []
  for (const status of [400, 403, 400, 400]) {
    service.state.refusal = [status, { error: 'access_denied' }]
    wait(60)
    await expect(open()).rejects.toThrow('access_denied')
  }
  expect(sent()).toBe(3)
  service.state.refusal = undefined
  wait(365 * 24 * 60)
  await expect(open()).rejects.toThrow('correct SEALING_PASSPHRASE_FILE or restart svc-signing')
  writeFileSync(file('pin'), `${CREDENTIAL_PIN}\n`)
  await expect(open()).rejects.toThrow('sent at most twice')
})

test('a PIN that is accepted again may be refused twice again', async () => {
  const { sign } = await (await source().read()).open()
  const attempt = () => sign(Buffer.from('data'))
  for (let round = 0; round < 3; round += 1) {
    service.state.refusal = [400, {}]
    await expect(attempt()).rejects.toThrow(SealUnavailable)
    service.state.refusal = undefined
    wait(5)
    await attempt()
  }
})

test.each<[number, object]>([
  [400, { error: 'invalid_authdata', error_description: 'Invalid PIN' }],
  [401, { error: 'invalid_pin' }],
  [403, { error: 'access_denied', error_description: 'Wrong PIN' }],
])('a PIN that is named as wrong with status %i and %j is sent once', async (status, body) => {
  service.state.refusal = [status, body]
  const used = source()
  for (const minutes of [0, 60]) {
    wait(minutes)
    await expect(used.read().then(({ open }) => open())).rejects.toThrow('is not sent again')
  }
  expect(sent()).toBe(1)
})

test.each<[number, object]>([
  [400, { error_description: 'No quota' }],
  [400, { error_description: 'PIN temporarily blocked' }],
  [402, {}],
  [403, {}],
  [404, {}],
])(
  'after a refusal with status %i and %j that does not name the PIN as wrong, it is sent again after pauses',
  async (status, details) => {
    const { sign } = await (await source().read()).open()
    const attempt = () => sign(Buffer.from('data'))
    service.state.refusal = [status, { error: 'access_denied', ...details }]
    service.state.calls = []
    const counts: number[] = []
    for (const minutes of [0, 4, 1, 9, 1, 60, 60]) {
      wait(minutes)
      await expect(attempt()).rejects.toThrow(`(status ${status}, access_denied`)
      counts.push(sent())
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 4, 5])
    service.state.refusal = undefined
    await expect(attempt()).rejects.toThrow('is asked again after a pause')
    wait(60)
    await attempt()
    service.state.refusal = [status, details]
    await expect(attempt()).rejects.toThrow(SealUnavailable)
    wait(5)
    service.state.refusal = undefined
    await attempt()
  },
)

test.each([[408], [409], [425], [429], [500], [503]])(
  'after the status %i, the PIN is sent again at once',
  async (status) => {
    const { sign } = await (await source().read()).open()
    service.state.refusal = [status, {}]
    await expect(sign(Buffer.from('data'))).rejects.toThrow('does not respond as it should')
    service.state.refusal = undefined
    await sign(Buffer.from('data'))
  },
)

const sent = () => service.state.calls.filter((name) => name === 'credentials/authorize').length
const wait = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}

const Settings = z
  .object(sealingEnv)
  .refine(...sealingRequirement)
  .refine(...serviceRequirement)
const ALL = {
  SEALING_SERVICE_URL: 'https://csc.example/csc/v2',
  SEALING_SERVICE_CREDENTIAL: 'a',
  SEALING_SERVICE_CLIENT: 'b',
  SEALING_SERVICE_SECRET_FILE: '/c',
}

test.each([
  [ALL, true],
  [{ ...ALL, SEALING_PASSPHRASE: '1' }, true],
  [{ ...ALL, SEALING_SERVICE_URL: 'http://127.0.0.1:1/csc/v2' }, true],
  [{ ...ALL, SEALING_SERVICE_URL: 'http://csc.example/csc/v2' }, false],
  [{ ...ALL, SEALING_SERVICE_CLIENT: undefined }, false],
  [{ ...ALL, SEALING_CERTIFICATE: '/a.p12', SEALING_PASSPHRASE: '1' }, false],
  [{ ...ALL, SEALING_PASSPHRASE: '1', SEALING_PASSPHRASE_FILE: '/p' }, false],
])('a service needs all settings, and TLS: %j', (settings, isComplete) => {
  expect(Settings.safeParse(settings).success).toBe(isComplete)
})
