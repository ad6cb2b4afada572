import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { toPasskeyJwk } from './cose-key.ts'

type Value = number | Uint8Array
type Members = [key: number, value: Value][]

const bytesOf = (text = '') => new Uint8Array(Buffer.from(text, 'base64url'))
const encode = (members: Members) =>
  Buffer.from(
    isoCBOR.encode(new Map(members) as unknown as Parameters<typeof isoCBOR.encode>[0]),
  ).toString('base64url')

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
const ed = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
const rsaOf = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' })
const rsa = rsaOf(2048)

// RFC 9053, sections 7.1 and 7.2, and RFC 8230: kty, alg, then crv, x and y, or n and e.
const EC: Members = [
  [1, 2],
  [3, -7],
  [-1, 1],
  [-2, bytesOf(ec.x)],
  [-3, bytesOf(ec.y)],
]
const ED: Members = [
  [1, 1],
  [3, -8],
  [-1, 6],
  [-2, bytesOf(ed.x)],
]
const RSA: Members = [
  [1, 3],
  [3, -257],
  [-1, bytesOf(rsa.n)],
  [-2, bytesOf(rsa.e)],
]
const withValue = (members: Members, key: number, value: Value): Members =>
  members.map(([name, old]) => [name, name === key ? value : old])

test.each([
  ['P-256', EC, ec],
  ['Ed25519', ED, ed],
  ['RSA', RSA, rsa],
  ['RSA with a leading zero', withValue(RSA, -1, Uint8Array.of(0, ...bytesOf(rsa.n))), rsa],
] as const)('converts a %s key to a JWK', (_type, members, jwk) => {
  expect(toPasskeyJwk(encode([...members]))).toEqual(jwk)
})

test.each([
  ['P-384', withValue(EC, -1, 2)],
  ['ES384', withValue(EC, 3, -35)],
  ['secp256k1', withValue(EC, -1, 8)],
  ['a short coordinate', withValue(EC, -2, new Uint8Array(31))],
  ['Ed448', withValue(ED, -1, 7)],
  ['PS256', withValue(RSA, 3, -37)],
  ['RSA of 1024 bits', withValue(RSA, -1, bytesOf(rsaOf(1024).n))],
  ['RSA of more than 4096 bits', withValue(RSA, -1, new Uint8Array(513).fill(1))],
  ['RSA of an even modulus', withValue(RSA, -1, bytesOf(rsa.n).with(255, 2))],
  ['an exponent with which anyone can sign', withValue(RSA, -2, Uint8Array.of(1))],
  ['a small exponent', withValue(RSA, -2, Uint8Array.of(255, 255))],
  ['an even exponent', withValue(RSA, -2, Uint8Array.of(1, 0, 2))],
  ['no exponent', withValue(RSA, -2, new Uint8Array())],
  ['a long exponent', withValue(RSA, -2, new Uint8Array(5).fill(1))],
  ['an unknown type', withValue(EC, 1, 9)],
])('a key that cannot sign documents has none: %s', (_name, members) => {
  expect(toPasskeyJwk(encode(members))).toBeNull()
})
