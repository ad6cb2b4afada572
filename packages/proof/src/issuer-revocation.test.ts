import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { TypedDataEncoder, verifyTypedData, Wallet } from 'ethers'
import { from0x, to0x } from './bytes.ts'
import {
  formatIssuerRevocation,
  type IssuerRevocation,
  MAX_REASON_LENGTH,
  parseIssuerRevocation,
  revocationDigest,
  revocationStatement,
  revocationTypedData,
  verifyIssuerRevocation,
} from './issuer-revocation.ts'
import { KINDS, makeOpening, type Opening, openingLeafHash, withholdClaims } from './leaf.ts'
import { type OpeningJson, openingFromJson } from './opening.ts'
import { addWalletSignature, entryTypedData } from './wallet.ts'

const ORIGIN = 'inkproof.example/log-1'
const NOW = new Date('2026-11-20T09:30:15.999Z')

type Row = { reason: string; opening: OpeningJson; digest: string; file: string }
const vectors = JSON.parse(
  readFileSync(new URL('../vectors/issuer-revocation.json', import.meta.url), 'utf8'),
) as Row[]

test('the vector file is not empty', () => expect(vectors.length).toBeGreaterThanOrEqual(3))

test.each(vectors)('vector “$reason”: ethers computes the same digest and signer', (row) => {
  const { origin, entry, revokedAt, reason, wallet, signature } = JSON.parse(row.file)
  const seconds = Date.parse(revokedAt) / 1000
  const types = {
    Revocation: [
      { name: 'origin', type: 'string' },
      { name: 'entry', type: 'bytes32' },
      { name: 'revokedAt', type: 'uint64' },
      { name: 'reason', type: 'string' },
    ],
  }
  const domain = { name: 'Inkproof', version: '1' }
  const message = { origin, entry, revokedAt: seconds, reason }
  expect(TypedDataEncoder.hash(domain, types, message)).toBe(row.digest)
  expect(verifyTypedData(domain, types, message, signature).toLowerCase()).toBe(wallet)
  const parsed = parseIssuerRevocation(row.file)
  expect(to0x(revocationDigest(parsed))).toBe(row.digest)
  expect(parsed.reason).toBe(row.reason)
  expect(formatIssuerRevocation(parsed)).toBe(row.file)
  expect(() => verifyIssuerRevocation(parsed, openingFromJson(row.opening), ORIGIN)).not.toThrow()
})

async function certify(wallet = Wallet.createRandom()) {
  const claims = [{ name: 'title', value: 'Invoice' }]
  const fingerprint = new Uint8Array(32).fill(1)
  const plain = makeOpening({ kind: KINDS.certified, fingerprint, claims })
  const { domain, types, message } = entryTypedData(plain, ORIGIN)
  const signature = await wallet.signTypedData(domain, { Entry: types.Entry }, message)
  return {
    plain,
    opening: addWalletSignature(plain, ORIGIN, { address: wallet.address, signature }),
  }
}

type Signer = Awaited<ReturnType<typeof Wallet.createRandom>>

async function revoke(opening: Opening, wallet: Signer, reason = 'wrong amount') {
  const statement = revocationStatement(opening, ORIGIN, reason, NOW)
  const { domain, types, message } = revocationTypedData(statement)
  const signature = await wallet.signTypedData(domain, { Revocation: types.Revocation }, message)
  return { ...statement, wallet: wallet.address.toLowerCase(), signature: from0x(signature) }
}

async function setup() {
  const wallet = Wallet.createRandom()
  const { opening, plain } = await certify(wallet)
  return { wallet, opening, plain, revocation: await revoke(opening, wallet) }
}

test('accepts a revocation by the wallet that issued the certificate, also with other claims withheld', async () => {
  const { opening, revocation } = await setup()
  const parsed = parseIssuerRevocation(formatIssuerRevocation(revocation))
  expect(parsed.revokedAt).toEqual(new Date('2026-11-20T09:30:15Z'))
  verifyIssuerRevocation(parsed, opening, ORIGIN)
  verifyIssuerRevocation(parsed, withholdClaims(opening, ['title']), ORIGIN)
})

const errorWith = (code: string) => expect.objectContaining({ name: 'ProofError', code })

test('refuses a revocation by another wallet, even if it names the right one', async () => {
  const { opening } = await setup()
  const stranger = Wallet.createRandom()
  const foreign = await revoke(opening, stranger)
  expect(() => verifyIssuerRevocation(foreign, opening, ORIGIN)).toThrow(errorWith('OTHER_WALLET'))
  const { revocation } = await setup()
  const forged = { ...foreign, wallet: (await setup()).revocation.wallet }
  expect(forged.wallet).not.toBe(revocation.wallet)
  const wallet = String((opening.claims.at(-1) as { value: string }).value.split(' ')[0])
  expect(() => verifyIssuerRevocation({ ...foreign, wallet }, opening, ORIGIN)).toThrow(
    errorWith('BAD_WALLET_SIGNATURE'),
  )
})

test('refuses a revocation of another certificate or in another log', async () => {
  const { wallet, revocation, opening } = await setup()
  const other = (await certify(wallet)).opening
  expect(() => verifyIssuerRevocation(revocation, other, ORIGIN)).toThrow(
    errorWith('OTHER_REVOCATION'),
  )
  expect(() => verifyIssuerRevocation(revocation, opening, 'elsewhere.example/log')).toThrow(
    errorWith('OTHER_REVOCATION'),
  )
})

test.each<[string, (revocation: IssuerRevocation) => Partial<IssuerRevocation>]>([
  ['time', () => ({ revokedAt: new Date('2020-01-01T00:00:00Z') })],
  ['reason', () => ({ reason: 'another reason' })],
  [
    'signature',
    ({ signature }) => ({ signature: signature.map((byte, i) => (i === 5 ? byte ^ 1 : byte)) }),
  ],
])('refuses a revocation with a changed %s', async (_field, change) => {
  const { opening, revocation } = await setup()
  const changed = { ...revocation, ...change(revocation) }
  expect(() => verifyIssuerRevocation(changed, opening, ORIGIN)).toThrow(
    errorWith('BAD_WALLET_SIGNATURE'),
  )
})

test('refuses a revocation of a certificate without a wallet, or whose wallet is withheld', async () => {
  const { wallet, plain, opening, revocation } = await setup()
  const ofPlain = await revoke(plain, wallet)
  expect(ofPlain.entry).toEqual(openingLeafHash(plain))
  expect(() => verifyIssuerRevocation(ofPlain, plain, ORIGIN)).toThrow(errorWith('NO_WALLET'))
  const withheld = withholdClaims(opening, ['wallet'])
  expect(() => verifyIssuerRevocation(revocation, withheld, ORIGIN)).toThrow(errorWith('NO_WALLET'))
})

test('the signature of a certificate is not a revocation', async () => {
  const { opening, revocation } = await setup()
  const [, signature = ''] = (opening.claims.at(-1) as { value: string }).value.split(' ')
  const reused = { ...revocation, signature: from0x(signature) }
  expect(() => verifyIssuerRevocation(reused, opening, ORIGIN)).toThrow(
    errorWith('BAD_WALLET_SIGNATURE'),
  )
})

test('refuses to format what it would not parse', async () => {
  const { revocation } = await setup()
  for (const reason of ['x'.repeat(MAX_REASON_LENGTH + 1), '\ud800'])
    expect(() => formatIssuerRevocation({ ...revocation, reason })).toThrow(
      errorWith('BAD_REVOCATION_FILE'),
    )
})

const [{ file: FILE } = { file: '' }] = vectors
test.each([
  ['that is empty', ''],
  ['that is not JSON', '{'],
  ['that is a list', '[]'],
  ['that is null', 'null'],
  ['of another format', FILE.replace('revocation/v1', 'revocation/v2')],
  ['with an unknown field', FILE.replace('{', '{\n  "x": 1,')],
  ['with a repeated field', FILE.replace('{', '{\n  "reason": "x",')],
  ['with another order of its fields', JSON.stringify(JSON.parse(FILE))],
  [
    'with an address in upper case',
    FILE.replace(/"wallet": "0x(.*)"/, (_, hex) => `"wallet": "0x${hex.toUpperCase()}"`),
  ],
  ['with an impossible date', FILE.replace('2026-11-20', '2026-02-30')],
  ['with a short signature', FILE.replace(/"signature": "0x../, '"signature": "0x')],
  ['that is too large', FILE + ' '.repeat(5_000)],
])('refuses a file %s', (_name, text) => {
  expect(() => parseIssuerRevocation(text)).toThrow(errorWith('BAD_REVOCATION_FILE'))
})
