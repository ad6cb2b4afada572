/**
 * An entry of the log (42 bytes) and the opening it commits to.
 *
 *     entry      = 01 ‖ kind u8 ‖ commitment[32] ‖ previous u64be
 *     commitment = SHA-256("inkproof/commit/v1\0" ‖ kind ‖ previous ‖ salt[32] ‖ fingerprint[32] ‖ claimsRoot[32])
 *     claimsRoot = RFC 6962 root over  salt[16] ‖ u16be nameLength ‖ name ‖ value
 *
 * The salts hide the fingerprint and the claims from readers of the public log. Each claim has its
 * own salt, so it can be withheld (replaced by its leaf hash) while the others stay verifiable.
 */
import { concat, randomBytes, u16be, u64be, utf8 } from './bytes.ts'
import { must } from './proof-error.ts'
import { type Sha256, sha256 } from './sha256.ts'
import { leafHash } from './tree.ts'
import { appendLeaf, emptyRange, rangeRoot } from './tree-builder.ts'

/**
 * Kinds of entry. `event` is a step of an envelope; its type and sequence number are only in the
 * commitment. `logKey` is a rotation of the log's key.
 */
export const KINDS = {
  certified: 1,
  revoked: 2,
  superseded: 3,
  status: 4,
  event: 5,
  logKey: 6,
} as const

/** Returns the name of a kind, or the number as text when it is unknown. */
export function kindName(kind: number): string {
  const entry = Object.entries(KINDS).find(([, value]) => value === kind)
  return entry ? entry[0] : String(kind)
}

/** Value of `previous` in an entry that refers to no other entry. */
export const NO_PREVIOUS = 2n ** 64n - 1n

/** Length of an entry in bytes. */
export const ENTRY_BYTES = 42

/** A salted statement about the document: name and value are text, the salt 16 random bytes. */
export type Claim = { name: string; value: string; salt: Uint8Array }

/** A claim that is not disclosed: its leaf hash replaces it in the claims tree. */
export type WithheldClaim = { hash: Uint8Array }

/** The preimage of an entry's commitment. It reveals what the entry certifies. */
export type Opening = {
  kind: number
  /** Index of the entry that this one revokes or supersedes, otherwise {@link NO_PREVIOUS}. */
  previous: bigint
  /** 32 random bytes. */
  salt: Uint8Array
  /** SHA-256 of the file, 32 bytes. */
  fingerprint: Uint8Array
  claims: (Claim | WithheldClaim)[]
}

/** Input of {@link makeOpening}, which adds fresh salts. */
export type OpeningInput = {
  kind: number
  fingerprint: Uint8Array
  claims: { name: string; value: string }[]
  previous?: bigint
}

/** The public part of an entry, as stored in the log. */
export type Entry = { kind: number; commitment: Uint8Array; previous: bigint }

/** Creates an opening with fresh salts. @throws ProofError as {@link checkOpening} */
export function makeOpening(input: OpeningInput): Opening {
  const opening = {
    kind: input.kind,
    previous: input.previous ?? NO_PREVIOUS,
    salt: randomBytes(32),
    fingerprint: input.fingerprint,
    claims: input.claims.map(makeClaim),
  }
  checkOpening(opening)
  return opening
}

/** Creates a claim with a fresh salt. */
export function makeClaim(claim: { name: string; value: string }): Claim {
  return { name: claim.name, value: claim.value, salt: randomBytes(16) }
}

/** Returns the opening with the named claims withheld; its commitment is unchanged. */
export function withholdClaims(opening: Opening, names: readonly string[]): Opening {
  const claims = opening.claims.map((claim) =>
    'hash' in claim || !names.includes(claim.name) ? claim : { hash: claimHash(claim) },
  )
  return { ...opening, claims }
}

/** Returns the value of a disclosed claim; undefined when it is absent or withheld. */
export function claimValue(opening: Opening, name: string): string | undefined {
  const claim = opening.claims.find((item) => !('hash' in item) && item.name === name)
  return claim && !('hash' in claim) ? claim.value : undefined
}

/** Computes the leaf hash of a claim in the claims tree. */
export function claimHash(claim: Claim | WithheldClaim, hash: Sha256 = sha256): Uint8Array {
  if ('hash' in claim) return claim.hash
  const name = utf8(claim.name)
  return leafHash(concat(claim.salt, u16be(name.length), name, utf8(claim.value)), hash)
}

/** Computes the RFC 6962 root over the claims; the root of the empty tree when there are none. */
export function claimsRoot(
  claims: readonly (Claim | WithheldClaim)[],
  hash: Sha256 = sha256,
): Uint8Array {
  const range = emptyRange()
  for (const claim of claims) appendLeaf(range, claimHash(claim, hash), hash)
  return rangeRoot(range, hash)
}

/** Computes the 32-byte commitment that binds an entry to its opening. */
export function commitment(opening: Opening, hash: Sha256 = sha256): Uint8Array {
  return hash(
    concat(
      COMMIT_CONTEXT,
      Uint8Array.of(opening.kind),
      u64be(opening.previous),
      opening.salt,
      opening.fingerprint,
      claimsRoot(opening.claims, hash),
    ),
  )
}

/** Encodes the 42-byte log entry for an opening. @throws ProofError as {@link checkOpening} */
export function entryBytes(opening: Opening, hash: Sha256 = sha256): Uint8Array {
  checkOpening(opening)
  return encodeEntry({ ...opening, commitment: commitment(opening, hash) })
}

/** Computes the leaf hash, in the log, of an opening's entry. */
export function openingLeafHash(opening: Opening, hash: Sha256 = sha256): Uint8Array {
  return leafHash(entryBytes(opening, hash), hash)
}

/** Encodes an entry: `01 ‖ kind ‖ commitment ‖ previous`. */
export function encodeEntry(entry: Entry): Uint8Array {
  return concat(Uint8Array.of(1, entry.kind), entry.commitment, u64be(entry.previous))
}

/** Decodes an entry of the log. @throws ProofError BAD_ENTRY, BAD_KIND, BAD_PREVIOUS */
export function decodeEntry(bytes: Uint8Array): Entry {
  must(
    bytes.length === ENTRY_BYTES && bytes[0] === 1,
    'BAD_ENTRY',
    'This is not a version 1 entry.',
  )
  const previous = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(34)
  const entry = { kind: bytes[1] as number, commitment: bytes.slice(2, 34), previous }
  checkKind(entry.kind, entry.previous)
  return entry
}

/**
 * Checks lengths, kind, and that no claim name occurs twice.
 *
 * @throws ProofError BAD_KIND, BAD_PREVIOUS, BAD_OPENING
 */
export function checkOpening(opening: Opening): void {
  checkKind(opening.kind, opening.previous)
  must(
    opening.kind !== KINDS.status && opening.kind !== KINDS.logKey,
    'BAD_KIND',
    'An entry of kind {kind} has no opening.',
    { kind: opening.kind },
  )
  assertLength(opening.salt, 32)
  assertLength(opening.fingerprint, 32)
  const names = new Set<string>()
  for (const claim of opening.claims) {
    if ('hash' in claim) assertLength(claim.hash, 32)
    else {
      assertLength(claim.salt, 16)
      must(!names.has(claim.name), 'BAD_OPENING', 'The claim {name} appears twice.', {
        name: claim.name,
      })
      names.add(claim.name)
    }
  }
}

const COMMIT_CONTEXT = utf8('inkproof/commit/v1\0')

function checkKind(kind: number, previous: bigint): void {
  must(kind >= 1 && kind <= 6, 'BAD_KIND', 'Unknown entry kind {kind}.', { kind })
  const needsPrevious = kind === KINDS.revoked || kind === KINDS.superseded
  const hasPrevious = previous !== NO_PREVIOUS
  // An event may refer to a previous entry; revocations and supersessions must, and all other
  // kinds must not.
  must(
    kind === KINDS.event || needsPrevious === hasPrevious,
    'BAD_PREVIOUS',
    'Invalid previous entry for this kind.',
  )
}

function assertLength(bytes: Uint8Array, length: number): void {
  must(bytes.length === length, 'BAD_OPENING', 'Expected {length} bytes, not {length2}.', {
    length,
    length2: bytes.length,
  })
}
