import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { TypedDataEncoder, verifyTypedData, Wallet } from 'ethers'
import { to0x, uintBe } from './bytes.ts'
import {
  type Claim,
  claimsRoot,
  claimValue,
  KINDS,
  makeOpening,
  type Opening,
  withholdClaims,
} from './leaf.ts'
import { type OpeningJson, openingFromJson } from './opening.ts'
import { addWalletSignature, entryDigest, entryTypedData, verifyWallet } from './wallet.ts'

type Row = { name: string; origin: string; opening: OpeningJson; digest: string; address: string }
const vectors = JSON.parse(
  readFileSync(new URL('../vectors/wallet.json', import.meta.url), 'utf8'),
) as Row[]

test('the vector file is not empty', () => expect(vectors.length).toBeGreaterThanOrEqual(4))

test.each(vectors)('vector $name: ethers computes the same digest and signer', (row) => {
  const opening = openingFromJson(row.opening)
  const { domain, types, message } = entryTypedData(opening, row.origin)
  const [address = '', signature = ''] = (claimValue(opening, 'wallet') ?? '').split(' ')
  expect(TypedDataEncoder.hash(domain, { Entry: types.Entry }, message)).toBe(row.digest)
  expect(to0x(entryDigest(opening, row.origin))).toBe(row.digest)
  expect(walletClaim(opening).salt).toEqual(walletSalt(opening.salt))
  expect(verifyTypedData(domain, { Entry: types.Entry }, message, signature).toLowerCase()).toBe(
    address,
  )
  expect(verifyWallet(opening, row.origin)).toBe(row.address)
})

const ORIGIN = 'inkproof.example/log-1'

async function setup() {
  const wallet = Wallet.createRandom()
  const claims = [
    { name: 'title', value: 'Diploma' },
    { name: 'issuer', value: 'A school' },
    { name: 'domain', value: 'school.example' },
  ]
  const plain = makeOpening({
    kind: KINDS.certified,
    fingerprint: new Uint8Array(32).fill(1),
    claims,
  })
  const { domain, types, message } = entryTypedData(plain, ORIGIN)
  const signature = await wallet.signTypedData(domain, { Entry: types.Entry }, message)
  const opening = addWalletSignature(plain, ORIGIN, { address: wallet.address, signature })
  return { wallet, plain, signature, opening, address: wallet.address.toLowerCase() }
}

test('returns the wallet that signed an entry', async () => {
  const { opening, plain, address } = await setup()
  expect(verifyWallet(opening, ORIGIN)).toBe(address)
  expect(verifyWallet(plain, ORIGIN)).toBeUndefined()
})

test('the signature stays valid when other claims are withheld, and is absent when its claim is withheld', async () => {
  const { opening, address } = await setup()
  expect(verifyWallet(withholdClaims(opening, ['title', 'issuer']), ORIGIN)).toBe(address)
  expect(verifyWallet(withholdClaims(opening, ['wallet']), ORIGIN)).toBeUndefined()
})

test('recovers the same signer as ethers for any wallet', async () => {
  for (let i = 0; i < 40; i++) {
    const { opening, address } = await setup()
    expect(verifyWallet(opening, ORIGIN)).toBe(address)
  }
})

const OTHER_SALT = new Uint8Array(32).fill(2)

/** The opening of an attacker who records a revoked certificate again with its wallet signature. */
function replayWalletClaim(opening: Opening): Opening {
  const claims = [
    ...opening.claims.slice(0, -1),
    { ...walletClaim(opening), salt: walletSalt(OTHER_SALT) },
  ]
  return { ...opening, salt: OTHER_SALT, claims }
}

function walletSalt(salt: Uint8Array): Uint8Array {
  const digest = createHash('sha256').update('inkproof/wallet/v1\0').update(salt).digest()
  return new Uint8Array(digest.subarray(0, 16))
}

function walletClaim(opening: Opening): Claim {
  return opening.claims.at(-1) as Claim
}

function withValue(opening: Opening, change: (value: string) => string): Opening {
  const last = walletClaim(opening)
  return {
    ...opening,
    claims: [...opening.claims.slice(0, -1), { ...last, value: change(last.value) }],
  }
}

/** The other valid signature over the same digest: s negated, v flipped. */
function withHighS(value: string): string {
  const [address, signature = ''] = value.split(' ')
  const s = secp256k1.Point.CURVE().n - uintBe(Buffer.from(signature.slice(66, 130), 'hex'))
  const v = signature.endsWith('1b') ? '1c' : '1b'
  return `${address} ${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`
}

function withR(value: string, r: bigint): string {
  return `${value.slice(0, 45)}${r.toString(16).padStart(64, '0')}${value.slice(109)}`
}

test.each<[string, (opening: Opening) => Opening]>([
  ['a different fingerprint', (o) => ({ ...o, fingerprint: new Uint8Array(32).fill(2) })],
  ['a different kind', (o) => ({ ...o, kind: KINDS.revoked, previous: 3n })],
  ['a different previous entry', (o) => ({ ...o, previous: 3n })],
  [
    'a changed claim',
    (o) => ({
      ...o,
      claims: o.claims.map((c, i) => (i === 0 ? { ...(c as Claim), value: 'x' } : c)),
    }),
  ],
  ['a missing claim', (o) => ({ ...o, claims: o.claims.slice(1) })],
  ['a different entry salt', (o) => ({ ...o, salt: OTHER_SALT })],
  ["a different entry salt, with the claim's salt derived from it", replayWalletClaim],
  [
    'a different claim salt',
    (o) => ({
      ...o,
      claims: [...o.claims.slice(0, -1), { ...walletClaim(o), salt: new Uint8Array(16) }],
    }),
  ],
  [
    'the other claims replaced by their root',
    (o) => ({ ...o, claims: [{ hash: claimsRoot(o.claims.slice(0, -1)) }, walletClaim(o)] }),
  ],
  [
    'a claim after the signature',
    (o) => ({ ...o, claims: [...o.claims, { name: 'z', value: '', salt: new Uint8Array(16) }] }),
  ],
  [
    'a position before other claims',
    (o) => ({ ...o, claims: [...o.claims.slice(-1), ...o.claims.slice(0, -1)] }),
  ],
  ['a different address', (o) => withValue(o, (v) => `0x${'1'.repeat(40)}${v.slice(42)}`)],
  ['v of 0', (o) => withValue(o, (v) => `${v.slice(0, -2)}00`)],
  ['v of 29', (o) => withValue(o, (v) => `${v.slice(0, -2)}1d`)],
  ['r of zero', (o) => withValue(o, (v) => `${v.slice(0, 45)}${'0'.repeat(64)}${v.slice(109)}`)],
  ['s of zero', (o) => withValue(o, (v) => `${v.slice(0, 109)}${'0'.repeat(64)}${v.slice(173)}`)],
  ['r equal to the group order', (o) => withValue(o, (v) => withR(v, secp256k1.Point.CURVE().n))],
  ['r that is not the x of a point', (o) => withValue(o, (v) => withR(v, 5n))],
  ['the equivalent signature with high s', (o) => withValue(o, withHighS)],
  ['upper-case hex', (o) => withValue(o, (v) => v.toUpperCase().replaceAll('X', 'x'))],
  ['an extra byte', (o) => withValue(o, (v) => `${v}00`)],
])('refuses a signature with %s', async (_name, change) => {
  const { opening } = await setup()
  expect(() => verifyWallet(change(opening), ORIGIN)).toThrow(
    expect.objectContaining({ code: 'BAD_WALLET_SIGNATURE' }),
  )
})

test('refuses a signature made for another log', async () => {
  const { opening } = await setup()
  expect(() => verifyWallet(opening, 'inkproof.example/log-2')).toThrow(
    expect.objectContaining({ code: 'BAD_WALLET_SIGNATURE' }),
  )
})

test('refuses to add a signature by another wallet', async () => {
  const { plain, signature } = await setup()
  const { address } = Wallet.createRandom()
  expect(() => addWalletSignature(plain, ORIGIN, { address, signature })).toThrow(
    expect.objectContaining({ code: 'BAD_WALLET_SIGNATURE' }),
  )
})
