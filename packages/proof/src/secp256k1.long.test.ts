import { expect, test } from '@jest/globals'
import { recoverPublicKey } from './secp256k1.ts'
import {
  encodeSignature,
  MAX_S,
  nextX,
  ORDER,
  publicKeyOf,
  recoverWithNoble,
  seededBytes,
  seededNumber,
  signWithNonce,
} from './testing/secp256k1-oracle.ts'

const COUNT = 1_000

test('recovers the key that signed, for many keys, nonces and digests', () => {
  for (let i = 0; i < COUNT; i++) {
    const secret = seededNumber(`secret ${i}`, ORDER - 1n)
    const digest = seededBytes(`digest ${i}`)
    const signature = signWithNonce(digest, secret, seededNumber(`nonce ${i}`, ORDER - 1n))
    expect(recoverPublicKey(digest, signature)).toEqual(publicKeyOf(secret))
  }
})

test('agrees with noble for many r, s and digests that nobody signed', () => {
  for (let i = 0; i < COUNT; i++) {
    const digest = seededBytes(`unsigned ${i}`)
    const r = nextX(seededNumber(`r ${i}`, ORDER / 2n), 1n)
    const signature = encodeSignature(r, seededNumber(`s ${i}`, MAX_S), 27 + (i % 2))
    expect(recoverPublicKey(digest, signature)).toEqual(recoverWithNoble(digest, signature))
  }
})
