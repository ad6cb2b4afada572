import { createHash } from 'node:crypto'
import { ProofError } from '@inkproof/proof/proof-error'
import { expect, test } from '@jest/globals'
import {
  type PasskeyBinding,
  passkeyBindingDigest,
  verifyPasskeyBinding,
} from './passkey-binding.ts'
import { statementDigest } from './statement.ts'
import { deriveBytes } from './testing/sample-envelope.ts'
import { type Forgery, passkey } from './testing/sample-keys.ts'

const SITE = { origin: 'https://sign.example.com', rpId: 'example.com' }
const BINDING: PasskeyBinding = {
  site: SITE,
  digest: deriveBytes('envelope'),
  recipient: 'recipient-1',
}

/** How the service answers a passkey that proved `proved`. */
async function codeOf(
  expected: PasskeyBinding,
  { forgery = {}, challenge = passkeyBindingDigest(BINDING) }: Changes = {},
): Promise<string> {
  const { assert, publicKey } = await passkey('P-256', forgery)
  try {
    await verifyPasskeyBinding(expected, publicKey, await assert(challenge, SITE))
    return 'accepted'
  } catch (error) {
    if (error instanceof ProofError) return error.code
    throw error
  }
}
type Changes = { forgery?: Forgery; challenge?: Uint8Array }

test('the challenge is the digest of the described bytes', () => {
  const { digest, recipient } = BINDING
  const text = (value: string) => [0x60 + value.length, ...Buffer.from(value)]
  // Deterministic CBOR (RFC 8949, section 4.2.1): keys by their encoded bytes.
  const map = [
    ...[0xa3, ...text('version'), 1],
    ...[...text('envelope'), 0x58, 32, ...digest],
    ...[...text('recipient'), ...text(recipient)],
  ]
  const hash = createHash('sha256').update('inkproof/passkey-binding/v1\0').update(Buffer.from(map))
  expect(Buffer.from(passkeyBindingDigest(BINDING))).toEqual(hash.digest())
})

test.each(['P-256', 'Ed25519', 'RSA'] as const)(
  'an assertion of a %s key verifies as the authenticator returned it',
  async (type) => {
    const { assert, publicKey } = await passkey(type)
    const assertion = await assert(passkeyBindingDigest(BINDING), SITE)
    await expect(verifyPasskeyBinding(BINDING, publicKey, assertion)).resolves.toBeUndefined()
    const other = await passkey(type)
    await expect(verifyPasskeyBinding(BINDING, other.publicKey, assertion)).rejects.toThrow(
      'not valid for this key',
    )
  },
)

const bytes = deriveBytes('statement')
test.each<[string, string, PasskeyBinding, Changes]>([
  ['another request', 'OTHER_CHALLENGE', { ...BINDING, digest: deriveBytes('other') }, {}],
  ['another recipient', 'OTHER_CHALLENGE', { ...BINDING, recipient: 'recipient-2' }, {}],
  ['a statement', 'OTHER_CHALLENGE', BINDING, { challenge: statementDigest(bytes) }],
  ['another site', 'OTHER_SITE', { ...BINDING, site: { ...SITE, origin: 'https://x.test' } }, {}],
  ['another relying party', 'OTHER_RELYING_PARTY', BINDING, { forgery: { rpId: 'x.test' } }],
  ['an unverified user', 'USER_NOT_VERIFIED', BINDING, { forgery: { flags: 1 } }],
])('an assertion for %s is refused: %s', async (_name, code, expected, changes) => {
  expect(await codeOf(expected, changes)).toBe(code)
})
