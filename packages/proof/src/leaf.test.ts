import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { toHex } from './bytes.ts'
import {
  checkOpening,
  claimHash,
  claimsRoot,
  claimValue,
  commitment,
  decodeEntry,
  entryBytes,
  KINDS,
  makeOpening,
  NO_PREVIOUS,
  type Opening,
  openingLeafHash,
  withholdClaims,
} from './leaf.ts'
import {
  decodeOpening,
  encodeOpening,
  type OpeningJson,
  openingFromJson,
  openingToJson,
} from './opening.ts'
import { nodeHash } from './tree.ts'

type Row = {
  name: string
  opening: OpeningJson
  claimsRoot: string
  commitment: string
  entry: string
  leafHash: string
  cbor: string
}

const vectors = JSON.parse(
  readFileSync(new URL('../vectors/entries.json', import.meta.url), 'utf8'),
) as Row[]

const sha256 = (...parts: (string | Buffer)[]) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
    .digest()

/** RFC 6962 §2.1, implemented independently of the package. */
function treeHash(entries: Buffer[]): Buffer {
  if (entries.length === 0) return sha256()
  if (entries.length === 1) return sha256(Buffer.of(0), entries[0] as Buffer)
  let k = 1
  while (2 * k < entries.length) k *= 2
  return sha256(Buffer.of(1), treeHash(entries.slice(0, k)), treeHash(entries.slice(k)))
}

function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(value)
  return bytes
}

test('the vector file is not empty', () => expect(vectors.length).toBeGreaterThanOrEqual(4))

test.each(vectors)('vector $name matches the definition computed by Node alone', (row) => {
  const claims = row.opening.claims.map((claim) => {
    if ('hash' in claim) throw new Error('the vectors must not withhold claims')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(Buffer.byteLength(claim.name))
    return Buffer.concat([
      Buffer.from(claim.salt, 'base64url'),
      length,
      Buffer.from(claim.name),
      Buffer.from(claim.value),
    ])
  })
  const previous = uint64(BigInt(row.opening.previous ?? '18446744073709551615'))
  const root = treeHash(claims)
  const commitmentHash = sha256(
    'inkproof/commit/v1\0',
    Buffer.of(row.opening.kind),
    previous,
    Buffer.from(row.opening.salt, 'base64url'),
    Buffer.from(row.opening.fingerprint, 'hex'),
    root,
  )
  const entry = Buffer.concat([Buffer.of(1, row.opening.kind), commitmentHash, previous])
  expect(root.toString('hex')).toBe(row.claimsRoot)
  expect(commitmentHash.toString('hex')).toBe(row.commitment)
  expect(entry.toString('hex')).toBe(row.entry)
  expect(sha256(Buffer.of(0), entry).toString('hex')).toBe(row.leafHash)
})

test.each(vectors)('vector $name matches this package', (row) => {
  const opening = openingFromJson(row.opening)
  expect(toHex(claimsRoot(opening.claims))).toBe(row.claimsRoot)
  expect(toHex(commitment(opening))).toBe(row.commitment)
  expect(toHex(entryBytes(opening))).toBe(row.entry)
  expect(toHex(openingLeafHash(opening))).toBe(row.leafHash)
  expect(toHex(encodeOpening(opening))).toBe(row.cbor)
  expect(openingToJson(decodeOpening(encodeOpening(opening)))).toEqual(row.opening)
})

function setup(change: Partial<Opening> = {}): Opening {
  const claims = [
    { name: 'title', value: 'Lease 2026' },
    { name: 'issuer', value: 'Ada' },
    { name: 'note', value: '' },
  ]
  const fingerprint = new Uint8Array(32).fill(9)
  return { ...makeOpening({ kind: KINDS.certified, fingerprint, claims }), ...change }
}

test('two openings with the same contents have different entries in the log', () => {
  const [first, second] = [setup(), setup()]
  expect(toHex(entryBytes(first))).not.toBe(toHex(entryBytes(second)))
  expect(toHex(claimsRoot(first.claims))).not.toBe(toHex(claimsRoot(second.claims)))
})

test('withholding a claim leaves the entry unchanged and hides the claim', () => {
  const opening = setup()
  const redacted = withholdClaims(opening, ['issuer'])
  expect(entryBytes(redacted)).toEqual(entryBytes(opening))
  expect(claimValue(redacted, 'issuer')).toBeUndefined()
  expect(claimValue(redacted, 'title')).toBe('Lease 2026')
  expect(decodeOpening(encodeOpening(redacted))).toEqual(redacted)
  expect(openingFromJson(openingToJson(redacted))).toEqual(redacted)
  expect(JSON.stringify(openingToJson(redacted))).not.toContain('Ada')
})

test('an entry round-trips', () => {
  const opening = setup({ kind: KINDS.superseded, previous: 5n })
  const expected = { kind: 3, previous: 5n, commitment: commitment(opening) }
  expect(decodeEntry(entryBytes(opening))).toEqual(expected)
})

test.each<[string, Partial<Opening>]>([
  ['BAD_KIND', { kind: 0 }],
  ['BAD_KIND', { kind: 6 }],
  ['BAD_KIND', { kind: KINDS.status }],
  ['BAD_PREVIOUS', { previous: 1n }],
  ['BAD_PREVIOUS', { kind: KINDS.revoked, previous: NO_PREVIOUS }],
  ['BAD_PREVIOUS', { kind: KINDS.superseded, previous: NO_PREVIOUS }],
  ['BAD_OPENING', { salt: new Uint8Array(31) }],
  ['BAD_OPENING', { fingerprint: new Uint8Array() }],
  ['BAD_OPENING', { claims: [{ hash: new Uint8Array(31) }] }],
  ['BAD_OPENING', { claims: [{ name: 'a', value: '', salt: new Uint8Array(15) }] }],
  [
    'BAD_OPENING',
    { claims: [1, 2].map(() => ({ name: 'a', value: '', salt: new Uint8Array(16) })) },
  ],
])('refuses an opening with %s', (code, change) => {
  const opening = setup(change)
  expect(() => checkOpening(opening)).toThrow(expect.objectContaining({ code }))
  expect(() => entryBytes(opening)).toThrow(expect.objectContaining({ code }))
})

test.each([
  ['41 bytes', new Uint8Array(41).fill(1)],
  ['version 2', Uint8Array.from({ length: 42 }, (_, i) => (i === 0 ? 2 : i === 1 ? 1 : 255))],
  ['kind 9', Uint8Array.from({ length: 42 }, (_, i) => (i === 0 ? 1 : i === 1 ? 9 : 255))],
])('refuses an entry with %s', (_name, entry) => {
  expect(() => decodeEntry(entry)).toThrow(expect.objectContaining({ name: 'ProofError' }))
})

test('withheld claims can be combined into their parent node, which no disclosed claim can replace', () => {
  const names = ['title', 'note', 'issuer', 'domain']
  const opening = setup({
    claims: names.map((name, i) => ({
      name,
      value: `of ${name}`,
      salt: new Uint8Array(16).fill(i),
    })),
  })
  const [title, note, issuer, domain] = opening.claims.map((claim) => claimHash(claim)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ]
  const combined = {
    ...opening,
    claims: [{ hash: nodeHash(title, note) }, { hash: nodeHash(issuer, domain) }],
  }
  expect(commitment(combined)).toEqual(commitment(opening))
  // A disclosed claim is hashed as a leaf, so it only fits where a leaf was committed to.
  for (const disclosed of opening.claims) {
    const moved = { ...opening, claims: [disclosed, { hash: nodeHash(issuer, domain) }] }
    expect(commitment(moved)).not.toEqual(commitment(opening))
  }
})
