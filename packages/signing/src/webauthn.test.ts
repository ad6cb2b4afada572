import { createPublicKey, verify as verifyWithNode } from 'node:crypto'
import { concat, toHex, utf8 } from '@inkproof/proof/bytes'
import { ProofError } from '@inkproof/proof/proof-error'
import { expect, test } from '@jest/globals'
import { normalizeS, signatureFromDer, verifyP256 } from './p256.ts'
import { type P256Key, publicKeyFromCbor, toJwk } from './public-key.ts'
import { deriveBytes } from './testing/sample-envelope.ts'
import { browserKey, type Forgery, passkey, toDer } from './testing/sample-keys.ts'
import { type Assertion, assertionSignature, verifyAssertion } from './webauthn.ts'

const SITE = { origin: 'https://sign.example.com', rpId: 'example.com' }
const CHALLENGE = deriveBytes('statement')
const EXPECTED = { site: SITE, challenge: CHALLENGE }
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

async function codeOf(run: () => unknown): Promise<string> {
  try {
    await run()
  } catch (error) {
    if (error instanceof ProofError) return error.code
    throw error
  }
  return 'accepted'
}

/** Returns an assertion as it is stored, and its key. */
async function makeAssertion(type: Parameters<typeof passkey>[0], forgery: Forgery = {}) {
  const { assert, publicKey } = await passkey(type, forgery)
  const assertion = await assert(CHALLENGE, SITE)
  const signature = assertionSignature(publicKey, assertion.signature)
  return { publicKey, assertion: { ...assertion, signature } }
}

test.each(['P-256', 'Ed25519', 'RSA'] as const)(
  'accepts an assertion of a %s key',
  async (type) => {
    const { assertion, publicKey } = await makeAssertion(type)
    expect(await codeOf(() => verifyAssertion(assertion, publicKey, EXPECTED))).toBe('accepted')
    const changed = assertion.signature.with(40, (assertion.signature[40] as number) ^ 1)
    const other = { ...assertion, signature: changed }
    expect(await codeOf(() => verifyAssertion(other, publicKey, EXPECTED))).toBe('BAD_SIGNATURE')
  },
)

const FORGERIES: [string, string, Forgery][] = [
  ['of another relying party', 'OTHER_RELYING_PARTY', { rpId: 'example.org' }],
  ['without a person’s presence', 'USER_NOT_PRESENT', { flags: 4 }],
  ['without verification of the user', 'USER_NOT_VERIFIED', { flags: 1 }],
  [
    'with unannounced bytes after the counter',
    'BAD_AUTHENTICATOR_DATA',
    { extra: Uint8Array.of(1) },
  ],
  ['without announced extensions', 'BAD_AUTHENTICATOR_DATA', { flags: 5 | 128 }],
  ['of a registration', 'NOT_AN_ASSERTION', { clientData: { type: 'webauthn.create' } }],
  ['of another challenge', 'OTHER_CHALLENGE', { clientData: { challenge: 'AAAA' } }],
  ['of another origin', 'OTHER_SITE', { clientData: { origin: 'https://evil.example.com' } }],
  ['inside a page of another site', 'CROSS_ORIGIN', { clientData: { crossOrigin: true } }],
  [
    'with text instead of a flag for that',
    'CROSS_ORIGIN',
    { clientData: { crossOrigin: 'false' } },
  ],
  ['whose client data is no JSON', 'BAD_CLIENT_DATA', { clientText: '{' }],
  ['whose client data is a list', 'NOT_AN_ASSERTION', { clientText: '[]' }],
  ['whose client data is null', 'BAD_CLIENT_DATA', { clientText: 'null' }],
]

test.each(FORGERIES)('refuses an assertion %s: %s', async (_name, code, forgery) => {
  const { assertion, publicKey } = await makeAssertion('P-256', forgery)
  expect(await codeOf(() => verifyAssertion(assertion, publicKey, EXPECTED))).toBe(code)
})

test('accepts extensions and unknown members that a browser adds', async () => {
  const forgery = {
    flags: 5 | 128,
    extra: Uint8Array.of(0xa0),
    clientData: { topOrigin: 'x', other_keys: 1 },
  }
  const { assertion, publicKey } = await makeAssertion('P-256', forgery)
  expect(await codeOf(() => verifyAssertion(assertion, publicKey, EXPECTED))).toBe('accepted')
})

test('the signature covers the authenticator data and the client data', async () => {
  const { assertion, publicKey } = await makeAssertion('P-256')
  const counted = assertion.authenticatorData.with(36, 9)
  const spaced = concat(assertion.clientDataJSON, utf8(' '))
  const changes: Partial<Assertion>[] = [{ authenticatorData: counted }, { clientDataJSON: spaced }]
  for (const change of changes) {
    const changed = { ...assertion, ...change }
    expect(await codeOf(() => verifyAssertion(changed, publicKey, EXPECTED))).toBe('BAD_SIGNATURE')
  }
})

test('refuses an assertion of another key, of each type', async () => {
  const { assertion } = await makeAssertion('P-256')
  const others = [
    (await passkey('P-256')).publicKey,
    (await passkey('Ed25519')).publicKey,
    (await passkey('RSA')).publicKey,
    { type: 'wallet' as const, address: new Uint8Array(20) },
  ]
  for (const key of others) {
    expect(await codeOf(() => verifyAssertion(assertion, key, EXPECTED))).toBe('BAD_SIGNATURE')
  }
})

/** Makes signatures until one has the property; each has it with a probability of a half. */
async function findSignature(
  isWanted: (s: bigint) => boolean,
): Promise<{ raw: Uint8Array; key: P256Key; message: Uint8Array }> {
  const { assert, publicKey } = await passkey('P-256')
  for (;;) {
    const { authenticatorData, clientDataJSON, signature } = await assert(CHALLENGE, SITE)
    const hash = new Uint8Array(
      await crypto.subtle.digest('SHA-256', new Uint8Array(clientDataJSON)),
    )
    const raw = rawFromDer(signature)
    const message = concat(authenticatorData, hash)
    if (isWanted(BigInt(`0x${toHex(raw.subarray(32))}`)))
      return { raw, key: publicKey as P256Key, message }
  }
}

/** Decodes DER without normalizing s. */
function rawFromDer(der: Uint8Array): Uint8Array {
  const rLength = der[3] as number
  const pad = (bytes: Uint8Array) => concat(new Uint8Array(32), bytes).slice(-32)
  return concat(pad(der.slice(4, 4 + rLength)), pad(der.slice(6 + rLength)))
}

test('of the two equivalent signatures, only the one with the lower s is accepted', async () => {
  const { key, message, raw } = await findSignature((s) => 2n * s > ORDER)
  const nodeKey = createPublicKey({ key: { ...toJwk(key) }, format: 'jwk' })
  const isValid = (signature: Uint8Array) =>
    verifyWithNode('sha256', message, { key: nodeKey, dsaEncoding: 'ieee-p1363' }, signature)
  expect([isValid(raw), await verifyP256(key, message, raw)]).toEqual([true, false])
  const normalized = normalizeS(raw)
  expect([isValid(normalized), await verifyP256(key, message, normalized)]).toEqual([true, true])
  expect(signatureFromDer(toDer(raw))).toEqual(normalized)
  expect(normalizeS(normalized)).toEqual(normalized)
})

test('a key of a browser cannot be exported, and its signatures have a low s', async () => {
  const { createSigningKey, signP256 } = await import('./p256.ts')
  const { privateKey, publicKey } = await createSigningKey()
  await expect(crypto.subtle.exportKey('pkcs8', privateKey)).rejects.toThrow()
  for (let i = 0; i < 8; i++) {
    const message = Uint8Array.of(i)
    const signature = await signP256(privateKey, message)
    expect(await verifyP256(publicKey, message, signature)).toBe(true)
  }
  expect((await browserKey()).publicKey).not.toEqual(publicKey)
})

const R = new Uint8Array(32).fill(1)
const S = new Uint8Array(32).fill(2)
const DER = toDer(concat(R, S))

const BAD_DER: [string, Uint8Array][] = [
  ['nothing', new Uint8Array()],
  ['another tag', DER.with(0, 0x31)],
  ['a wrong length', DER.with(1, 1)],
  ['an integer of another tag', DER.with(2, 3)],
  ['an integer with a wrong length', DER.with(3, 31)],
  ['a negative integer', DER.with(4, 0x80)],
  ['a byte at the end', concat(DER, Uint8Array.of(0))],
  ['an r of zero', toDer(concat(new Uint8Array(32), S))],
  [
    'an integer with a needless zero',
    concat(Uint8Array.of(0x30, 69, 2, 33, 0), R, Uint8Array.of(2, 32), S),
  ],
  ['an integer of 33 bytes', concat(Uint8Array.of(0x30, 69, 2, 33, 1), R, Uint8Array.of(2, 32), S)],
]

test.each(BAD_DER)('refuses a DER signature with %s', async (_name, der) => {
  expect(await codeOf(() => signatureFromDer(der))).toBe('BAD_SIGNATURE_ENCODING')
})

test('a short r and s are padded', () => {
  const raw = concat(new Uint8Array(31), Uint8Array.of(5), new Uint8Array(30), Uint8Array.of(1, 0))
  expect(signatureFromDer(toDer(raw))).toEqual(raw)
})

test('a point that is not on the curve verifies nothing', async () => {
  const key: P256Key = { type: 'P-256', point: new Uint8Array(64).fill(1) }
  expect(await verifyP256(key, R, concat(R, S))).toBe(false)
})

const MODULUS = new Uint8Array(256).fill(0xff)
const F4 = Uint8Array.of(1, 0, 1)

test('reads an RSA key', async () => {
  expect(await codeOf(() => publicKeyFromCbor(['RSA', MODULUS, F4], 'key'))).toBe('accepted')
})

const BAD_KEYS: [string, string, Parameters<typeof publicKeyFromCbor>[0]][] = [
  ['of an unknown type', 'UNKNOWN_KEY_TYPE', ['P-384', new Uint8Array(96)]],
  ['of the wrong length', 'WRONG_TYPE', ['P-256', new Uint8Array(65)]],
  ['that is not a list', 'WRONG_TYPE', 1n],
  ['of RSA with 1024 bits', 'BAD_KEY', ['RSA', MODULUS.subarray(128), F4]],
  ['of RSA with a leading zero', 'BAD_KEY', ['RSA', concat(Uint8Array.of(0), MODULUS), F4]],
  ['of RSA for which anyone can sign', 'BAD_KEY', ['RSA', MODULUS, Uint8Array.of(1)]],
  ['of RSA with a small exponent', 'BAD_KEY', ['RSA', MODULUS, Uint8Array.of(255, 255)]],
  ['of RSA with an even exponent', 'BAD_KEY', ['RSA', MODULUS, Uint8Array.of(1, 0, 2)]],
  ['of RSA with an even modulus', 'BAD_KEY', ['RSA', MODULUS.with(255, 2), F4]],
  ['of RSA without an exponent', 'BAD_KEY', ['RSA', MODULUS, new Uint8Array()]],
  ['of a contract on chain 0', 'OUT_OF_RANGE', ['contract', 0n, new Uint8Array(20)]],
]

test.each(BAD_KEYS)('refuses a key %s: %s', async (_name, code, value) => {
  expect(await codeOf(() => publicKeyFromCbor(value, 'key'))).toBe(code)
})
