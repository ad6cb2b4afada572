/** Sends the reference implementation's test vectors to the service, with each vector's time and site. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { Wallet } from 'ethers'
import { SiweMessage } from 'siwe'
import { startChain, type TestChain } from '../../../svc-documents/src/testing/chain.ts'
import { BROWSER_COOKIE } from '../callers/caller.http.ts'
import { deployOwnedWallet } from '../testing/contract-wallets.ts'
import { startAuth, type TestAuth, type TestResponse } from '../testing/start.ts'
import { createMessageText, toSite } from './message.ts'
import { nonceKey, nonceValue } from './nonces.ts'
import { recoverSigner } from './signature.ts'

type Signed = { message: string; signature: string; walletAddress: string }
type Vector = Record<string, string> & { signature: string; address: string; nonce: string }

const BROWSER_COOKIE_VALUE = 'a'.repeat(43)
const BROWSER = {
  cookie: `${BROWSER_COOKIE}=${BROWSER_COOKIE_VALUE}`,
  accept: 'application/problem+json',
}
/** What a sign-in nonce of this browser is bound to. */
const BINDING = {
  purpose: 'sign-in',
  browserId: createHash('sha256').update(BROWSER_COOKIE_VALUE).digest('base64url'),
} as const
/** The message issued with every nonce, which no vector equals. */
const ISSUED = {
  address: `0x${'00'.repeat(20)}`,
  nonce: '0'.repeat(32),
  purpose: 'sign-in',
} as const
const UNKNOWN_SIGNATURE = `0x${'11'.repeat(64)}1b`
const SIGNATURE_WRONG = '400 WALLET_SIGNATURE_WRONG'

const services = new Map<string, TestAuth>()
let chain: TestChain
let now: Date

beforeAll(async () => {
  // The vectors are for mainnet, so this chain has its id.
  chain = await startChain({ chainId: 1 })
})
beforeEach(() => {
  now = new Date()
})
afterAll(async () => {
  for (const service of services.values()) await service.stop()
  await chain.stop()
})

test.each(loadVectors<string>('parsing_negative'))(
  'rejects a malformed message: %s',
  async (_name, message) => {
    const [, address = `0x${'00'.repeat(20)}`] = /^(0x[0-9a-f]{40})$/im.exec(message) ?? []
    const signedMessage = { message, signature: UNKNOWN_SIGNATURE, walletAddress: address }
    expect(describeError(await send('https://service.org', signedMessage))).toBe(
      rejectedFor('message'),
    )
  },
)

const PARSED = loadVectors<{ message: string; fields: Vector }>('parsing_positive')

test.each(PARSED)('parses: %s', async (_name, { message, fields }) => {
  const signedMessage = { message, signature: UNKNOWN_SIGNATURE, walletAddress: fields.address }
  const { origin, isPossible } = originFor(fields)
  // A host with a user name cannot be an installation's, so such a message is parsed, then rejected as foreign.
  const reason = isPossible ? SIGNATURE_WRONG : rejectedFor('domain')
  expect(describeError(await send(origin, signedMessage))).toBe(reason)
})

test.each(PARSED.filter(([, { fields }]) => originFor(fields).isPossible))(
  'accepts a valid signature, then rejects a field that differs from our messages: %s',
  async (_name, vector) => {
    const wallet = Wallet.createRandom()
    const message = vector.message.replace(vector.fields.address, wallet.address)
    const signature = await wallet.signMessage(message)
    const signedMessage = { message, signature, walletAddress: wallet.address }
    expect(describeError(await send(originFor(vector.fields).origin, signedMessage))).toBe(
      rejectedFor('uri'),
    )
  },
)

/** The field that differs from our message. Only texts that we issued are accepted (wallets.test.ts). */
const POSITIVE: Record<string, string> = {
  'example message': rejectedFor('issuedAt'),
  'not yet valid': rejectedFor('issuedAt'),
  'expired message': rejectedFor('issuedAt'),
  'recovery byte starting at 0': rejectedFor('uri'),
}
const VERIFIED = loadVectors<Vector>('verification_positive')

test.each(VERIFIED)(
  'accepts the signature, then applies our stricter rules: %s',
  async (name, vector) => {
    now = new Date(vector['time'] ?? Date.parse(`${vector['issuedAt']}`) + 60_000)
    const response = await send(`https://${vector['domain']}`, toSignedMessage(vector))
    expect(describeError(response)).toBe(POSITIVE[name])
  },
)

test.each(VERIFIED)('rejects another signature of the same message: %s', async (_name, vector) => {
  now = new Date(vector['time'] ?? Date.parse(`${vector['issuedAt']}`) + 60_000)
  const [, start, end] = /^(0x.{62})..(.*)$/.exec(vector.signature) ?? []
  const signedMessage = { ...toSignedMessage(vector), signature: `${start}00${end}` }
  expect(describeError(await send(`https://${vector['domain']}`, signedMessage))).toBe(
    SIGNATURE_WRONG,
  )
})

const NEGATIVE: Record<string, string> = {
  'expired message': rejectedFor('expirationTime'),
  'domain binding': rejectedFor('domain'),
  'custom time': rejectedFor('expirationTime'),
  'custom nonce': rejectedFor('nonce'),
  'malformed signature': SIGNATURE_WRONG,
  'wrong signature': SIGNATURE_WRONG,
  'not yet valid': rejectedFor('notBefore'),
  'invalid issuedAt': rejectedFor('message'),
  'invalid notBefore': rejectedFor('message'),
  'invalid expirationTime': rejectedFor('message'),
}

test.each(loadVectors<Vector>('verification_negative'))('refuses: %s', async (name, vector) => {
  now = new Date(vector['time'] ?? Date.now())
  const origin = `https://${vector['domainBinding'] ?? vector['domain']}`
  const response = await send(origin, toSignedMessage(vector), vector['matchNonce'] ?? vector.nonce)
  expect(describeError(response)).toBe(NEGATIVE[name])
})

/**
 * The wallets of these two vectors are contracts on mainnet, which is not available here. The signature is invalid
 * without code at their addresses, and valid with a contract that accepts the signing key.
 */
test.each(loadVectors<{ message: string; signature: string }>('eip1271'))(
  'accepts a contract wallet only if its contract does: %s',
  async (_name, { message, signature }) => {
    const { address, issuedAt } = new SiweMessage(message)
    now = new Date(Date.parse(`${issuedAt}`) + 60_000)
    const signedMessage = { message, signature, walletAddress: address }
    expect(describeError(await send('http://localhost:4361', signedMessage))).toBe(SIGNATURE_WRONG)
    const owner = recoverSigner(message, signature.slice(0, 132))
    await deployOwnedWallet(chain.url, address, `${owner}`)
    expect(describeError(await send('http://localhost:4361', signedMessage))).toBe(
      rejectedFor('issuedAt'),
    )
    await deployOwnedWallet(chain.url, address, Wallet.createRandom().address)
    expect(describeError(await send('http://localhost:4361', signedMessage))).toBe(SIGNATURE_WRONG)
  },
)

test('all vectors are present', () => {
  const counts = [
    'parsing_negative',
    'parsing_positive',
    'verification_negative',
    'verification_positive',
    'eip1271',
  ].map((name) => loadVectors(name).length)
  expect(counts).toEqual([29, 19, 10, 4, 2])
})

function loadVectors<Value>(name: string): [string, Value][] {
  return Object.entries(JSON.parse(readFileSync(`../shared/vectors/siwe/${name}.json`, 'utf8')))
}

function rejectedFor(field: string): string {
  return `400 WALLET_MESSAGE_REFUSED ${field}`
}

/** Formats an error response: status, code, field. */
function describeError(response: TestResponse): string {
  const { code, details } = response.body()
  return `${response.status} ${code} ${details?.field ?? ''}`.trim()
}

/** Returns the origin of the installation that would accept the message's domain. */
function originFor({ domain, scheme }: Vector): { origin: string; isPossible: boolean } {
  const { origin, host } = new URL(`${scheme ?? 'https'}://${domain}`)
  return { origin, isPossible: host === domain }
}

/** Builds the message from its fields without validating them. */
function toSignedMessage(vector: Vector): Signed {
  const message = SiweMessage.prototype.toMessage.call({ ...vector })
  return { message, signature: vector.signature, walletAddress: vector.address }
}

/** Sends a message with a nonce that the installation at `origin` has issued to this browser. */
async function send(
  origin: string,
  signedMessage: Signed,
  nonce = extractNonce(signedMessage.message),
) {
  const service = services.get(origin) ?? (await startServiceAt(origin))
  const issued = createMessageText(toSite(service.config), ISSUED, now)
  await service.redis.client.set(nonceKey(nonce), nonceValue(BINDING, issued), 'EX', 300)
  return service.send('POST', '/api/auth/wallet-auth', signedMessage, undefined, BROWSER)
}

async function startServiceAt(origin: string): Promise<TestAuth> {
  const env = { PUBLIC_ORIGIN: origin, CHAIN_ID: '1', CHAIN_URL: chain.url }
  const service = await startAuth({ env, now: () => now })
  services.set(origin, service)
  return service
}

function extractNonce(message: string): string {
  return /^Nonce: (\w+)$/m.exec(message)?.[1] ?? 'none'
}
