import { SignedIn } from '@inkproof/protocol/auth'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { Wallet } from 'ethers'
import { SiweMessage } from 'siwe'
import { earnToken, type Sent, startAuth, type TestAuth } from '../testing/start.ts'
import { browserOf, walletOf } from '../testing/wallets.ts'

const MINUTE_MS = 60_000

let auth: TestAuth
/** How far the service's clock is ahead of ours. */
let aheadMs = 0
beforeAll(async () => {
  auth = await startAuth({ now: () => new Date(Date.now() + aheadMs) })
})
beforeEach(() => {
  aheadMs = 0
})
afterAll(() => auth.stop())

const account = async (token: string) =>
  (await auth.send('GET', '/api/auth/account', undefined, token)).body()
const codeOf = (response: Sent) => response.headers.get('inkproof-error')
const REPLAYED =
  'This signed message cannot be accepted (nonce: it was used before, has expired, or was made for another browser or use). Request a new message and sign it within five minutes, in the same browser.'

test('the message is EIP-4361 with our values in every field, valid for five minutes', async () => {
  const wallet = walletOf(auth)
  const message = new SiweMessage(await wallet.ask())
  expect(message).toMatchObject({
    domain: 'localhost:8080',
    address: wallet.address,
    statement: 'Sign in to Inkproof with this wallet. This costs nothing and sends no transaction.',
    uri: 'http://localhost:8080',
    version: '1',
    chainId: 31_337,
    nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  const ttlMs = Date.parse(`${message.expirationTime}`) - Date.parse(`${message.issuedAt}`)
  expect(ttlMs).toBe(5 * MINUTE_MS)
})

test('an address in any case is returned in EIP-55 spelling', async () => {
  const { address } = walletOf(auth)
  const payload = { walletAddress: address.toLowerCase(), domain: 'localhost:8080' }
  const response = await auth.send('POST', '/api/auth/siwe-message', payload)
  expect(response.body().message.split('\n')[1]).toBe(address)
})

test('no message is created for another domain', async () => {
  const payload = { walletAddress: walletOf(auth).address, domain: 'inkproof.example' }
  const response = await auth.send('POST', '/api/auth/siwe-message', payload)
  expect([response.status, response.text]).toEqual([
    400,
    'This signed message cannot be accepted (domain: this is localhost:8080). Request a new message and sign it within five minutes, in the same browser.',
  ])
})

test('a new wallet creates an account, a known one signs in to it', async () => {
  const wallet = walletOf(auth)
  const first = await wallet.signIn()
  const { user, token } = SignedIn.parse(first.body())
  expect([first.status, user.walletAddress, user.email]).toEqual([201, wallet.address, null])
  expect((await account(token)).wallets).toEqual([
    { address: wallet.address, addedAt: expect.any(String) },
  ])
  const second = await wallet.signIn()
  expect([second.status, second.body().user.id]).toEqual([200, user.id])
})

test('the same message and signature sign in once, in sequence', async () => {
  const wallet = walletOf(auth)
  const signed = await wallet.signed()
  expect((await wallet.enter(signed)).status).toBe(201)
  const again = await wallet.enter(signed)
  expect([again.status, again.text]).toEqual([400, REPLAYED])
})

test('and once when sent twenty times concurrently', async () => {
  const wallet = walletOf(auth)
  const signed = await wallet.signed()
  const responses = await Promise.all(Array.from({ length: 20 }, () => wallet.enter(signed)))
  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(400)])
})

test('a refused attempt uses the message up too', async () => {
  const wallet = walletOf(auth)
  const signed = await wallet.signed()
  const wrong = await Wallet.createRandom().signMessage(signed.message)
  const refused = await wallet.enter({ ...signed, signature: wrong })
  expect([refused.status, codeOf(refused)]).toEqual([400, 'WALLET_SIGNATURE_WRONG'])
  expect((await wallet.enter(signed)).text).toBe(REPLAYED)
})

test('a message created for another browser is refused', async () => {
  const wallet = walletOf(auth)
  const signed = await wallet.signed()
  const response = await auth.send('POST', '/api/auth/wallet-auth', signed, undefined, browserOf())
  expect([response.status, response.text]).toEqual([400, REPLAYED])
})

test('a message created for another purpose is refused', async () => {
  const wallet = walletOf(auth)
  expect((await wallet.enter(await wallet.signed('link'))).text).toBe(REPLAYED)
})

type Change = (message: SiweMessage) => object
const aMinute = (at: string | undefined, minutes: number) =>
  new Date(Date.parse(`${at}`) + minutes * MINUTE_MS).toISOString()

/** Each has a valid signature and our nonce; one field differs from what we created. */
test.each<[string, string, Change]>([
  ['a foreign domain', 'domain', () => ({ domain: 'evil.example' })],
  ['another scheme', 'domain', () => ({ scheme: 'https' })],
  ['a foreign uri', 'uri', () => ({ uri: 'https://evil.example' })],
  ['a deeper uri', 'uri', ({ uri }) => ({ uri: `${uri}/login` })],
  ['a foreign chain', 'chainId', () => ({ chainId: 1 })],
  ['another version', 'message', () => ({ version: '2' })],
  [
    'an issue date in the future',
    'issuedAt',
    ({ issuedAt }) => ({ issuedAt: aMinute(issuedAt, 2) }),
  ],
  ['an issue date long ago', 'issuedAt', ({ issuedAt }) => ({ issuedAt: aMinute(issuedAt, -7) })],
  ['no expiry', 'expirationTime', () => ({ expirationTime: undefined })],
  ['an expiry that is past', 'expirationTime', ({ issuedAt }) => ({ expirationTime: issuedAt })],
  ['a start that is to come', 'notBefore', ({ issuedAt }) => ({ notBefore: aMinute(issuedAt, 1) })],
  ['a request id', 'requestId', () => ({ requestId: 'one' })],
  ['resources', 'resources', () => ({ resources: ['https://evil.example'] })],
  ['an invented nonce', 'nonce', () => ({ nonce: 'abcdefgh12345678' })],
])('refuses %s, naming %s', async (_what, field, change) => {
  const wallet = walletOf(auth)
  const message = new SiweMessage(await wallet.ask())
  Object.assign(message, change(message))
  const response = await wallet.enter(await wallet.sign(message.toMessage()))
  expect([response.status, codeOf(response)]).toEqual([400, 'WALLET_MESSAGE_REFUSED'])
  expect(response.text).toContain(`(${field}: `)
})

test('a message is valid for five minutes', async () => {
  const wallet = walletOf(auth)
  const signed = await wallet.signed()
  aheadMs = 5 * MINUTE_MS
  expect((await wallet.enter(signed)).text).toContain('(expirationTime: it has expired)')
})

test('refuses a message of one wallet signed by another', async () => {
  const wallet = walletOf(auth)
  const signed = await wallet.signed()
  const response = await wallet.enter({ ...signed, walletAddress: Wallet.createRandom().address })
  expect([response.status, codeOf(response)]).toEqual([400, 'WALLET_MESSAGE_REFUSED'])
  expect(response.text).toContain('(address: ')
})

test.each<[string, (signature: string) => string]>([
  ['of another key', () => `0x${'11'.repeat(64)}1b`],
  ['that is mirrored (a large s)', mirrored],
  ['with a recovery byte of its own', (signature) => `${signature.slice(0, 130)}25`],
  ['in compact form', (signature) => signature.slice(0, 130)],
  ['that is empty', () => '0x'],
  ['that is no hexadecimal', () => 'signed'],
  ['of an odd number of digits', (signature) => signature.slice(0, -1)],
  ['of zeros', () => `0x${'00'.repeat(65)}`],
])('refuses a signature %s', async (_what, change) => {
  const wallet = walletOf(auth)
  const signed = await wallet.signed()
  const response = await wallet.enter({ ...signed, signature: change(signed.signature) })
  expect([response.status, codeOf(response)]).toEqual([400, 'WALLET_SIGNATURE_WRONG'])
})

test.each<[string, object]>([
  ['no address', { signature: '0x', message: '' }],
  ['an address that is none', { walletAddress: '0x12', signature: '0x', message: '' }],
  [
    'an endless message',
    { walletAddress: `0x${'1'.repeat(40)}`, signature: '0x', message: 'x'.repeat(4_097) },
  ],
  [
    'an endless signature',
    { walletAddress: `0x${'1'.repeat(40)}`, signature: `0x${'1'.repeat(8_192)}`, message: '' },
  ],
  [
    'a query as the message',
    { walletAddress: `0x${'1'.repeat(40)}`, signature: '0x', message: {} },
  ],
])('refuses %s with one sentence', async (_what, body) => {
  const response = await auth.send('POST', '/api/auth/wallet-auth', body)
  expect([response.status, codeOf(response)]).toEqual([400, 'INVALID_INPUT'])
})

test('the placeholder is accepted while the verification is off, and refused once it is on', async () => {
  const off = walletOf(auth)
  const signed = { ...(await off.signed()), turnstileToken: 'disabled-for-testing' }
  expect((await off.enter(signed)).status).toBe(201)
  const asking = await startAuth({ captcha: 'altcha', env: { CAPTCHA_FOR: 'all' } })
  const wallet = walletOf(asking)
  const placeholder = { ...(await wallet.signed()), turnstileToken: 'disabled-for-testing' }
  expect(codeOf(await wallet.enter(placeholder))).toBe('VERIFICATION_FAILED')
  const turnstileToken = await earnToken(asking)
  expect((await wallet.enter({ ...(await wallet.signed()), turnstileToken })).status).toBe(201)
  await asking.stop()
})

test('one wallet from one address has a limited number of attempts', async () => {
  const wallet = walletOf(auth)
  const place = { ...wallet.browser, 'x-forwarded-for': '192.0.2.91' }
  const body = { walletAddress: wallet.address, signature: '0x', message: 'none' }
  const statuses: number[] = []
  for (let round = 0; round < 61; round++) {
    const response = await auth.send('POST', '/api/auth/wallet-auth', body, undefined, place)
    statuses.push(response.status)
    if (round === 60) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(200)
  }
  expect([statuses.slice(0, 60).every((status) => status === 400), statuses[60]]).toEqual([
    true,
    429,
  ])
})

function mirrored(signature: string): string {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = order - BigInt(`0x${signature.slice(66, 130)}`)
  const v = signature.endsWith('1b') ? '1c' : '1b'
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`
}
