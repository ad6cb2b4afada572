/** Sealing with a key in a PKCS#11 token: SoftHSM, through OpenSC's pkcs11-tool. */
import 'reflect-metadata'
import { verify, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type IssuedId, issueDigitalId } from '@inkproof/pdf-signing/pki'
import { makePki, type TestPki } from '@inkproof/pdf-signing/testing/make-pki'
import { makeToken, PIN, type TestToken, TOKEN } from '@inkproof/pdf-signing/testing/make-token'
import { pemOf } from '@inkproof/pdf-signing/testing/pem'
import { createLog } from '@inkproof/service-kit/log'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { z } from 'zod'
import type { TokenKey } from './pkcs11-uri.ts'
import { openSealingIdentity } from './sealing-identity.ts'
import { createSealingMonitor } from './sealing-monitor.ts'
import { sealingEnv, tokenRequirement } from './sealing-settings.ts'
import { SealUnavailable } from './sealing-source.ts'
import { tokenSource } from './sealing-token.ts'
import { createTokenTool } from './token-tool.ts'

let pki: TestPki
let token: TestToken
let id: IssuedId
let chain: string

beforeAll(async () => {
  token = makeToken()
  pki = await makePki()
  id = await pki.issue('Example Ltd')
  chain = [pki.issuer.certificate, pki.root.certificate]
    .map((der) => pemOf('CERTIFICATE', der))
    .join('')
  const rsa = { commonName: 'Example RSA', now: new Date(), keyType: 'rsa3072' } as const
  const rsaId = await issueDigitalId(pki.issuer, rsa)
  const own = pemOf('CERTIFICATE', id.certificate)
  const files = {
    'chain.pem': chain,
    'with-own.pem': own + chain,
    'no-root.pem': pemOf('CERTIFICATE', pki.issuer.certificate),
    'damaged.pem': chain.replaceAll('M', '!'),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(file(name), text)
  const { certificate, privateKey } = id
  token.add({ privateKey, certificate, id: '01' })
  token.add({ ...rsaId, id: '02' })
  token.add({ privateKey, id: '03' })
  const other = await pki.issue('Example Ltd 2')
  token.add({ privateKey, certificate: other.certificate, id: '04' })
  token.add({ ...pki.timeStampId, id: '06' })
})
beforeEach(() => {
  writeFileSync(file('pin'), `${PIN}\n`)
  token.logIn()
})
afterAll(() => token.remove())

const file = (name: string) => path.join(token.folder, name)

type Change = Partial<TokenKey> & { chainFile?: string | null; timeoutMs?: number }

function source({ chainFile = 'chain.pem', timeoutMs, ...change }: Change = {}) {
  const key = { module: token.module, token: TOKEN, id: '01', ...change }
  const { variables } = token
  const tool = createTokenTool({ key, variables, ...(timeoutMs && { timeoutMs }) })
  const pin = { file: file('pin') }
  return tokenSource(
    { key, pin, chainFile: chainFile === null ? undefined : file(chainFile), variables },
    tool,
  )
}
const identity = (change?: Change) => openSealingIdentity(source(change), () => new Date())
const opened = async (change?: Change) => (await source(change).read()).open()

test.each([
  ['P-256', {}],
  ['RSA', { id: '02' }],
  ['P-256, with its certificate in the file', { id: '03', chainFile: 'with-own.pem' }],
])('signs with a key of the token: %s', async (_, change) => {
  const { certificate, chain: issuers, sign } = await opened(change)
  const key = new X509Certificate(certificate).publicKey
  const data = Buffer.from('signed attributes')
  expect(verify('sha256', data, { key, dsaEncoding: 'der' }, await sign(data))).toBe(true)
  expect(issuers).toHaveLength(2)
})

test.each<[string, Change, string]>([
  ['the module is missing', { module: '/nowhere.so' }, 'cannot be loaded; check module-path'],
  ['the key is missing', { id: '09', chainFile: 'with-own.pem' }, 'no private key with the id'],
  ['the file of the chain is missing', { chainFile: 'none.pem' }, 'cannot be read (ENOENT)'],
  [
    'the file of the chain is damaged',
    { chainFile: 'damaged.pem' },
    'is not a list of certificates',
  ],
  ['the root is missing', { chainFile: 'no-root.pem' }, 'lacks the certificate CN=Example Root'],
  ['the certificate is of another key', { id: '04' }, 'does not belong to its private key'],
  ['the certificate is missing', { id: '03', chainFile: null }, 'contains the certificate'],
  ['the certificate is for time-stamps', { id: '06' }, 'must not sign documents'],
])('is refused if %s', async (_, change, sentence) => {
  const error = await identity(change)
    .load()
    .catch((reason: unknown) => reason)
  expect(error).toMatchObject({
    name: 'StartRefused',
    message: expect.stringContaining(sentence),
  })
})

test('documents wait while the token is away, and the service starts without it', async () => {
  const { sign } = await opened()
  const lines: string[] = []
  const log = createLog('signing', 'info', { write: (line) => void lines.push(line) })
  const registry = new Registry()
  const monitor = createSealingMonitor({ identity: identity(), log, registry })
  token.takeAway()
  try {
    await monitor.prepare()
    await expect(monitor.check()).rejects.toThrow('the token in SEALING_CERTIFICATE is not there')
    expect(await registry.metrics()).toContain('sealing_certificate_unusable 1')
    await expect(sign(Buffer.from('data'))).rejects.toThrow(SealUnavailable)
  } finally {
    token.putBack()
    await monitor.close()
  }
  await sign(Buffer.from('data'))
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['documents cannot be sealed'])
  const later = createSealingMonitor({ identity: identity(), log, registry: new Registry() })
  await later.prepare()
  await later.check()
  await later.close()
})

test('a token that does not respond is one that documents wait for', async () => {
  const error = await identity({ timeoutMs: 1 })
    .load()
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(SealUnavailable)
  expect(error).toMatchObject({ message: expect.stringContaining('no response within 1 ms') })
})

test('a wrong PIN is tried once, also by several documents at the same time', async () => {
  writeFileSync(file('pin'), '999999')
  const used = source()
  const open = async () => (await used.read()).open()
  const results = await Promise.allSettled([open(), open(), open()])
  for (const result of results)
    expect(result).toMatchObject({
      reason: {
        name: 'SealUnavailable',
        message: expect.stringContaining('does not accept the PIN'),
      },
    })
  expect(token.isCountLow()).toBe(true)
  token.logIn()
  await expect(open()).rejects.toThrow('does not accept the PIN')
  expect(token.isCountLow()).toBe(false)
  writeFileSync(file('pin'), PIN)
  await open()
})

test('a service that starts after a wrong PIN tries none until somebody logs in', async () => {
  expect(() => token.logIn('999999')).toThrow()
  const used = source()
  const open = async () => (await used.read()).open()
  await expect(open()).rejects.toThrow(SealUnavailable)
  await expect(open()).rejects.toThrow('so no PIN is tried')
  expect(token.isCountLow()).toBe(true)
  token.logIn()
  await open()
})

test('a PIN that was replaced after the start is tried', async () => {
  writeFileSync(file('pin'), '999999')
  const used = source()
  const open = async () => (await used.read()).open()
  await expect(open()).rejects.toThrow('does not accept the PIN')
  writeFileSync(file('pin'), PIN)
  await open()
  expect(token.isCountLow()).toBe(false)
})

test('a renewed certificate is used without a restart', async () => {
  const renewed = await pki.issue('Example Ltd 3')
  token.add({ ...renewed, id: '07' })
  const used = source({ id: '07' })
  const before = await used.read()
  expect((await used.read()).digest).toBe(before.digest)
  token.replaceCertificate(id.certificate, '07')
  const after = await used.read()
  expect(after.digest).not.toBe(before.digest)
  await expect(after.open()).rejects.toThrow('does not belong to its private key')
})

const Settings = z.object(sealingEnv).refine(...tokenRequirement)
const MODULE = 'module-path=/usr/lib/p11.so'

test.each([
  [`pkcs11:token=My%20token;id=A;type=private?${MODULE}`, { token: 'My token', id: '41' }],
  [`pkcs11:token=T;id=%01%fe?${MODULE}`, { token: 'T', id: '01fe' }],
])('reads %s', (uri, key) => {
  const { SEALING_CERTIFICATE } = Settings.parse({ SEALING_CERTIFICATE: uri })
  expect(SEALING_CERTIFICATE).toEqual({ token: { module: '/usr/lib/p11.so', ...key } })
})

const URI = `pkcs11:token=T;id=%01?${MODULE}`

test.each([
  [{ SEALING_CERTIFICATE: 'seal.p12' }, 'expected an absolute path or a pkcs11: URI'],
  [{ SEALING_CERTIFICATE: 'pkcs11:token=T;id=%01' }, 'needs module-path'],
  [{ SEALING_CERTIFICATE: 'pkcs11:token=T;id=%01?module-path=p11.so' }, 'an absolute path'],
  [{ SEALING_CERTIFICATE: `pkcs11:id=%01?${MODULE}` }, 'needs token'],
  [{ SEALING_CERTIFICATE: `pkcs11:token=T?${MODULE}` }, 'needs id, the ID'],
  [{ SEALING_CERTIFICATE: `pkcs11:token=T;id=1%?${MODULE}` }, 'must be percent-encoded'],
  [{ SEALING_CERTIFICATE: `pkcs11:token=T%00;id=1?${MODULE}` }, 'contains a zero byte'],
  [{ SEALING_CERTIFICATE: `${URI}&pin-value=1234` }, 'must not contain the PIN'],
  [{ SEALING_CERTIFICATE: `pkcs11:token=T;object=O?${MODULE}` }, 'object, which is not'],
  [{ SEALING_CERTIFICATE: '/a.p12', SEALING_CHAIN_FILE: '/b.pem' }, 'belongs to a pkcs11: URI'],
  [{ SEALING_CERTIFICATE: '/a.p12', SEALING_MODULE_VARIABLES: 'A=b' }, 'belongs to a pkcs11: URI'],
  [{ SEALING_CERTIFICATE: URI, SEALING_MODULE_VARIABLES: 'A' }, 'expected NAME=value'],
])('does not start with %j', (settings, sentence) => {
  const { error } = Settings.safeParse(settings)
  expect(error?.issues.map(({ message }) => message).join()).toContain(sentence)
})
