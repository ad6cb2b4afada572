import { expect, test } from '@jest/globals'
import { fromHex, toHex, uintBe } from './bytes.ts'
import { recoverAddress } from './eip712.ts'
import { recoverPublicKey } from './secp256k1.ts'
import {
  encodeSignature,
  isOnCurve,
  MAX_S,
  multiplyBase,
  nextX,
  ORDER,
  publicKeyOf,
  recoverWithNoble,
  seededBytes,
  seededNumber,
  signWithNonce,
  word,
} from './testing/secp256k1-oracle.ts'

const DIGEST = seededBytes('digest')
const LOWEST_R = nextX(1n, 1n)
const HIGHEST_R = nextX(ORDER - 1n, -1n)

// The example of EIP-712 (Mail) and the one in go-ethereum's crypto/signature_test.go.
test.each([
  {
    source: 'EIP-712',
    digest: 'be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2',
    signature:
      '4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c',
    address: 'cd2a3d9f938e13cd947ec05abc7fe734df8dd826',
  },
  {
    source: 'go-ethereum',
    digest: 'ce0677bb30baa8cf067c88db9811f4333d131bf8bcf12fe7065d211dce971008',
    signature:
      '90f27b8b488db00b00606796d2987f6a5f59ae62ea05effe84fef5b8b0e549984a691139ad57a3f0b906637673aa2f63d1f55cb1a69199d4009eea23ceaddc931c',
    publicKey:
      'e32df42865e97135acfb65f3bae71bdc86f4d49150ad6a440b6f15878109880a0a2b2667f7e725ceea70c673093bf67663e0312623c8e091b13cf2c0f11ef652',
  },
])('recovers the key of the published example of $source', (example) => {
  const [digest, signature] = [fromHex(example.digest), fromHex(example.signature)]
  if (example.publicKey) expect(toHex(recoverPublicKey(digest, signature))).toBe(example.publicKey)
  if (example.address) expect(toHex(recoverAddress(digest, signature))).toBe(example.address)
})

test('recovers the key that signed, for random keys, nonces and digests', () => {
  for (let i = 0; i < 100; i++) {
    const secret = seededNumber(`secret ${i}`, ORDER - 1n)
    const digest = seededBytes(`digest ${i}`)
    const signature = signWithNonce(digest, secret, seededNumber(`nonce ${i}`, ORDER - 1n))
    expect(recoverPublicKey(digest, signature)).toEqual(publicKeyOf(secret))
  }
})

const DIGESTS: [string, Uint8Array][] = [
  ['random bytes', DIGEST],
  ['zeroes, so that G does not contribute', word(0n)],
  ['the order', word(ORDER)],
  ['the number 2', word(2n)],
  ['ones', new Uint8Array(32).fill(0xff)],
]

const R_AND_S: [string, bigint, bigint][] = [
  ['the lowest r', LOWEST_R, seededNumber('s', MAX_S)],
  ['the highest r', HIGHEST_R, seededNumber('s', MAX_S)],
  ['the lowest s', multiplyBase(5n).x, 1n],
  ['the highest s', multiplyBase(5n).x, MAX_S],
  ['the lowest r and s', LOWEST_R, 1n],
  ['the highest r and s', HIGHEST_R, MAX_S],
  ['R = ±G', multiplyBase(1n).x, seededNumber('s', MAX_S)],
  ['R = ±G and the lowest s', multiplyBase(1n).x, 1n],
  ['R = ±2G', multiplyBase(2n).x, seededNumber('s', MAX_S)],
]

test.each(
  DIGESTS.flatMap(([name, digest]) =>
    R_AND_S.map(([values, r, s]) => ({ name, digest, values, r, s })),
  ),
)('agrees with noble for $values and a digest of $name', ({ digest, r, s }) => {
  for (const v of [27, 28]) {
    const signature = encodeSignature(r, s, v)
    expect(recoverPublicKey(digest, signature)).toEqual(recoverWithNoble(digest, signature))
  }
})

const MULTIPLES: [string, bigint][] = [
  ['G', 1n],
  ['2G', 2n],
  ['3G', 3n],
  ['−G', ORDER - 1n],
  ['a random multiple of G', seededNumber('nonce', ORDER - 1n)],
]

/** A signature and a digest for which u1·G = factor·u2·R, with R = nonce·G. */
function relatedSummands(nonce: bigint, factor: bigint) {
  const { x, y } = multiplyBase(nonce)
  const s = seededNumber('related', MAX_S)
  const digest = word((((-factor * s * nonce) % ORDER) + ORDER) % ORDER)
  return { digest, signature: encodeSignature(x, s, y & 1n ? 28 : 27) }
}

test.each(MULTIPLES)('adds equal points if R = %s', (_name, nonce) => {
  const { digest, signature } = relatedSummands(nonce, 1n)
  expect(recoverPublicKey(digest, signature)).toEqual(recoverWithNoble(digest, signature))
})

test.each(MULTIPLES)('refuses the point at infinity if R = %s', (_name, nonce) => {
  const { digest, signature } = relatedSummands(nonce, -1n)
  expect(() => recoverPublicKey(digest, signature)).toThrow(
    badSignature('The wallet signature does not match any key.'),
  )
})

const NOT_CANONICAL = 'The wallet signature is not in canonical form.'
const NOT_ON_CURVE = 'The wallet signature is not a point on the curve.'
const [R, S] = [LOWEST_R, 1n]

test.each<[string, Uint8Array, string]>([
  ['r of zero', encodeSignature(0n, S, 27), NOT_CANONICAL],
  ['r equal to the order', encodeSignature(ORDER, S, 27), NOT_CANONICAL],
  [
    'r above the order that is the x of a point',
    encodeSignature(nextX(ORDER + 1n, 1n), S, 27),
    NOT_CANONICAL,
  ],
  ['the largest r', encodeSignature(2n ** 256n - 1n, S, 27), NOT_CANONICAL],
  ['s of zero', encodeSignature(R, 0n, 27), NOT_CANONICAL],
  ['the lowest s above half the order', encodeSignature(R, MAX_S + 1n, 27), NOT_CANONICAL],
  ['s below the order', encodeSignature(R, ORDER - 1n, 27), NOT_CANONICAL],
  ['s equal to the order', encodeSignature(R, ORDER, 27), NOT_CANONICAL],
  ['s above the order', encodeSignature(R, ORDER + 1n, 27), NOT_CANONICAL],
  ['v of 0', encodeSignature(R, S, 0), NOT_CANONICAL],
  ['v of 1', encodeSignature(R, S, 1), NOT_CANONICAL],
  ['v of 26', encodeSignature(R, S, 26), NOT_CANONICAL],
  ['v of 29', encodeSignature(R, S, 29), NOT_CANONICAL],
  ['v of 30', encodeSignature(R, S, 30), NOT_CANONICAL],
  ['no v', encodeSignature(R, S, 27).slice(0, 64), NOT_CANONICAL],
  ['no bytes', new Uint8Array(), NOT_CANONICAL],
  ['r of 5, which is not the x of a point', encodeSignature(5n, S, 27), NOT_ON_CURVE],
  ['r of 5 and odd y', encodeSignature(5n, S, 28), NOT_ON_CURVE],
])('refuses %s', (_name, signature, message) => {
  expect(() => recoverPublicKey(DIGEST, signature)).toThrow(badSignature(message))
})

test('refuses exactly the r that are not the x of a point', () => {
  for (let r = 1n; r <= 40n; r++) {
    const recover = () => recoverPublicKey(DIGEST, encodeSignature(r, S, 27))
    if (isOnCurve(r)) expect(uintBe(recover())).toBeGreaterThan(0n)
    else expect(recover).toThrow(badSignature(NOT_ON_CURVE))
  }
})

function badSignature(message: string) {
  return expect.objectContaining({ name: 'ProofError', code: 'BAD_WALLET_SIGNATURE', message })
}
