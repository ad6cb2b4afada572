import { SignedIn } from '@inkproof/protocol/auth'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { Wallet } from 'ethers'
import { SiweMessage } from 'siwe'
import { solveVerification, startAuth, type TestAuth, type TestResponse } from '../testing/start.ts'
import { createTestWallet, newBrowserHeaders } from '../testing/wallets.ts'

const MINUTE_MS = 60_000

let auth: TestAuth
/** How far the service's clock is ahead of the real time. */
let clockOffsetMs = 0
beforeAll(async () => {
  auth = await startAuth({ now: () => new Date(Date.now() + clockOffsetMs) })
})
beforeEach(() => {
  clockOffsetMs = 0
})
afterAll(() => auth.stop())

const account = async (token: string) =>
  (await auth.send('GET', '/api/auth/account', undefined, token)).body()
const errorCode = (response: TestResponse) => response.headers.get('inkproof-error')
const REPLAYED =
  'This signed message cannot be accepted (nonce: it was used before, has expired, or was created for another browser or purpose). Request a new message and sign it within five minutes, in the same browser.'

test('the message is EIP-4361 with our values in every field, valid for five minutes', async () => {
  const wallet = createTestWallet(auth)
  const message = new SiweMessage(await wallet.requestMessage())
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

test('the message contains the EIP-55 checksummed address, regardless of its letter case in the request', async () => {
  const { address } = createTestWallet(auth)
  const payload = { walletAddress: address.toLowerCase(), domain: 'localhost:8080' }
  const response = await auth.send('POST', '/api/auth/siwe-message', payload)
  expect(response.body().message.split('\n')[1]).toBe(address)
})

test('no message is created for another domain', async () => {
  const payload = { walletAddress: createTestWallet(auth).address, domain: 'inkproof.example' }
  const response = await auth.send('POST', '/api/auth/siwe-message', payload)
  expect([response.status, response.text]).toEqual([
    400,
    'This signed message cannot be accepted (domain: it is not localhost:8080). Request a new message and sign it within five minutes, in the same browser.',
  ])
})

test('the first sign-in with a wallet creates an account, and the next signs in to it', async () => {
  const wallet = createTestWallet(auth)
  const first = await wallet.signIn()
  const { user, token } = SignedIn.parse(first.body())
  expect([first.status, user.walletAddress, user.email]).toEqual([201, wallet.address, null])
  expect((await account(token)).wallets).toEqual([
    { address: wallet.address, addedAt: expect.any(String) },
  ])
  const second = await wallet.signIn()
  expect([second.status, second.body().user.id]).toEqual([200, user.id])
})

test('a signed message cannot be used twice', async () => {
  const wallet = createTestWallet(auth)
  const signed = await wallet.signMessageFor()
  expect((await wallet.sendSignature(signed)).status).toBe(201)
  const again = await wallet.sendSignature(signed)
  expect([again.status, again.text]).toEqual([400, REPLAYED])
})

test('a signed message that is sent twenty times concurrently signs in once', async () => {
  const wallet = createTestWallet(auth)
  const signed = await wallet.signMessageFor()
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => wallet.sendSignature(signed)),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(400)])
})

test('a refused attempt also uses up the message', async () => {
  const wallet = createTestWallet(auth)
  const signed = await wallet.signMessageFor()
  const wrong = await Wallet.createRandom().signMessage(signed.message)
  const refused = await wallet.sendSignature({ ...signed, signature: wrong })
  expect([refused.status, errorCode(refused)]).toEqual([400, 'WALLET_SIGNATURE_WRONG'])
  expect((await wallet.sendSignature(signed)).text).toBe(REPLAYED)
})

test('a message created for another browser is refused', async () => {
  const wallet = createTestWallet(auth)
  const signed = await wallet.signMessageFor()
  const response = await auth.send(
    'POST',
    '/api/auth/wallet-auth',
    signed,
    undefined,
    newBrowserHeaders(),
  )
  expect([response.status, response.text]).toEqual([400, REPLAYED])
})

test('a message created for another purpose is refused', async () => {
  const wallet = createTestWallet(auth)
  expect((await wallet.sendSignature(await wallet.signMessageFor('link'))).text).toBe(REPLAYED)
})

type Change = (message: SiweMessage) => object
const addMinutes = (time: string | undefined, minutes: number) =>
  new Date(Date.parse(`${time}`) + minutes * MINUTE_MS).toISOString()

/** Each message has a valid signature, but one field differs from the message we created. */
test.each<[string, string, Change]>([
  ['a foreign domain', 'domain', () => ({ domain: 'evil.example' })],
  ['another scheme', 'domain', () => ({ scheme: 'https' })],
  ['a foreign uri', 'uri', () => ({ uri: 'https://evil.example' })],
  ['a uri with a path', 'uri', ({ uri }) => ({ uri: `${uri}/login` })],
  ['a foreign chain', 'chainId', () => ({ chainId: 1 })],
  ['another version', 'message', () => ({ version: '2' })],
  [
    'an issue date in the future',
    'issuedAt',
    ({ issuedAt }) => ({ issuedAt: addMinutes(issuedAt, 2) }),
  ],
  [
    'a slightly later issue date',
    'issuedAt',
    ({ issuedAt }) => ({ issuedAt: addMinutes(issuedAt, 0.1) }),
  ],
  [
    'an issue date too far in the past',
    'issuedAt',
    ({ issuedAt }) => ({ issuedAt: addMinutes(issuedAt, -7) }),
  ],
  [
    'a later expiry',
    'expirationTime',
    ({ expirationTime }) => ({ expirationTime: addMinutes(expirationTime, 60) }),
  ],
  ['no expiry', 'expirationTime', () => ({ expirationTime: undefined })],
  ['an expiry in the past', 'expirationTime', ({ issuedAt }) => ({ expirationTime: issuedAt })],
  [
    'a start in the future',
    'notBefore',
    ({ issuedAt }) => ({ notBefore: addMinutes(issuedAt, 1) }),
  ],
  ['a start in the past', 'notBefore', ({ issuedAt }) => ({ notBefore: issuedAt })],
  ['another statement', 'statement', () => ({ statement: 'Transfer all my funds.' })],
  ['no statement', 'statement', () => ({ statement: undefined })],
  ['a request id', 'requestId', () => ({ requestId: 'one' })],
  ['resources', 'resources', () => ({ resources: ['https://evil.example'] })],
  ['a made-up nonce', 'nonce', () => ({ nonce: 'abcdefgh12345678' })],
])('a message with %s is refused, and the error names %s', async (_what, field, modify) => {
  const wallet = createTestWallet(auth)
  const message = new SiweMessage(await wallet.requestMessage())
  Object.assign(message, modify(message))
  const response = await wallet.sendSignature(await wallet.sign(message.toMessage()))
  expect([response.status, errorCode(response)]).toEqual([400, 'WALLET_MESSAGE_REFUSED'])
  expect(response.text).toContain(`(${field}: `)
})

test('a message with the same fields, spelled differently, is refused', async () => {
  const wallet = createTestWallet(auth)
  const issued = await wallet.requestMessage()
  const respelled = issued.replace(/Issued At: (.*)Z/, 'Issued At: $1+00:00')
  expect(respelled).not.toBe(issued)
  const response = await wallet.sendSignature(await wallet.sign(respelled))
  expect(response.text).toContain('(issuedAt: it is not as issued)')
})

test('a message is valid for five minutes', async () => {
  const wallet = createTestWallet(auth)
  const signed = await wallet.signMessageFor()
  clockOffsetMs = 5 * MINUTE_MS
  expect((await wallet.sendSignature(signed)).text).toContain('(expirationTime: it has expired)')
})

test('a message for another wallet address is refused', async () => {
  const wallet = createTestWallet(auth)
  const signed = await wallet.signMessageFor()
  const response = await wallet.sendSignature({
    ...signed,
    walletAddress: Wallet.createRandom().address,
  })
  expect([response.status, errorCode(response)]).toEqual([400, 'WALLET_MESSAGE_REFUSED'])
  expect(response.text).toContain('(address: ')
})

test.each<[string, (signature: string) => string]>([
  ['by another key', () => `0x${'11'.repeat(64)}1b`],
  ['with a large s', withLargeS],
  ['with an invalid recovery byte', (signature) => `${signature.slice(0, 130)}25`],
  ['in compact form', (signature) => signature.slice(0, 130)],
  ['that is empty', () => '0x'],
  ['that is not hexadecimal', () => 'signed'],
  ['of an odd number of digits', (signature) => signature.slice(0, -1)],
  ['of zeros', () => `0x${'00'.repeat(65)}`],
])('a signature %s is refused', async (_what, modify) => {
  const wallet = createTestWallet(auth)
  const signed = await wallet.signMessageFor()
  const response = await wallet.sendSignature({ ...signed, signature: modify(signed.signature) })
  expect([response.status, errorCode(response)]).toEqual([400, 'WALLET_SIGNATURE_WRONG'])
})

test.each<[string, object]>([
  ['no address', { signature: '0x', message: '' }],
  ['an invalid address', { walletAddress: '0x12', signature: '0x', message: '' }],
  [
    'an overlong message',
    { walletAddress: `0x${'1'.repeat(40)}`, signature: '0x', message: 'x'.repeat(4_097) },
  ],
  [
    'an overlong signature',
    { walletAddress: `0x${'1'.repeat(40)}`, signature: `0x${'1'.repeat(8_192)}`, message: '' },
  ],
  [
    'an object as the message',
    { walletAddress: `0x${'1'.repeat(40)}`, signature: '0x', message: {} },
  ],
])('a sign-in with %s is refused as invalid input', async (_what, body) => {
  const response = await auth.send('POST', '/api/auth/wallet-auth', body)
  expect([response.status, errorCode(response)]).toEqual([400, 'INVALID_INPUT'])
})

test('the placeholder token is accepted only while human verification is off', async () => {
  const wallet = createTestWallet(auth)
  const signed = { ...(await wallet.signMessageFor()), turnstileToken: 'disabled-for-testing' }
  expect((await wallet.sendSignature(signed)).status).toBe(201)
  const protectedAuth = await startAuth({ captcha: 'altcha', env: { CAPTCHA_FOR: 'all' } })
  const protectedWallet = createTestWallet(protectedAuth)
  const placeholder = {
    ...(await protectedWallet.signMessageFor()),
    turnstileToken: 'disabled-for-testing',
  }
  expect(errorCode(await protectedWallet.sendSignature(placeholder))).toBe('VERIFICATION_FAILED')
  const turnstileToken = await solveVerification(protectedWallet)
  expect(
    (
      await protectedWallet.sendSignature({
        ...(await protectedWallet.signMessageFor()),
        turnstileToken,
      })
    ).status,
  ).toBe(201)
  await protectedAuth.stop()
})

test('sign-in attempts with one wallet from one IP address are limited', async () => {
  const wallet = createTestWallet(auth)
  const headers = { ...wallet.browser, 'x-forwarded-for': '192.0.2.91' }
  const body = { walletAddress: wallet.address, signature: '0x', message: 'none' }
  const statuses: number[] = []
  for (let round = 0; round < 61; round++) {
    const response = await auth.send('POST', '/api/auth/wallet-auth', body, undefined, headers)
    statuses.push(response.status)
    if (round === 60) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(200)
  }
  expect([statuses.slice(0, 60).every((status) => status === 400), statuses[60]]).toEqual([
    true,
    429,
  ])
})

function withLargeS(signature: string): string {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = order - BigInt(`0x${signature.slice(66, 130)}`)
  const v = signature.endsWith('1b') ? '1c' : '1b'
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`
}
