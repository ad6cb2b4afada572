/**
 * The statement by which a recipient signs, approves or declines. The recipient's key signs its digest, which also
 * identifies it, because ECDSA signatures are malleable.
 *
 *     digest = SHA-256("inkproof/statement/v1\0" ‖ statement)
 *
 * The statement is deterministic CBOR: a map with `version`, 1, and the keys of {@link Statement}. `time` is in seconds
 * since 1970, `viewed` a list of `[first, last]` for each document, and hidden values are `[field, kind, hash]`.
 */
import { concat, utf8 } from '@inkproof/proof/bytes'
import { type Cbor, encodeCbor } from '@inkproof/proof/cbor'
import { must } from '@inkproof/proof/proof-error'
import { type Sha256, sha256 } from '@inkproof/proof/sha256'
import { type ConsentText, ID_PATTERN, LANGUAGE_PATTERN, MAX_DOCUMENTS } from './envelope.ts'
import { type HiddenValue, hiddenFromCbor, hiddenToCbor } from './hidden-value.ts'
import {
  encodeTime,
  readBytes,
  readCbor,
  readInteger,
  readLine,
  readList,
  readMap,
  readOneOf,
  readText,
  readTime,
  readTuple,
} from './read.ts'

export const ACTS = ['sign', 'approve', 'decline'] as const
export type Act = (typeof ACTS)[number]

/** A range of pages, both inclusive, from 1. */
export type PageRange = [first: number, last: number]

export type Statement = {
  /** Origin of the public record. */
  origin: string
  /** ID of the chain that anchors the record. */
  chainId: number
  /** Leaf hash of the envelope's first entry. */
  firstEntry: Uint8Array
  /** Digest of the envelope. */
  envelope: Uint8Array
  /** SHA-256 of each prepared document, in the order of the envelope. */
  documents: Uint8Array[]
  /** The recipient's ID. */
  recipient: string
  /** Thumbprint of the key that signs this statement. */
  key: Uint8Array
  /** Leaf hash of the entry that bound this key to the recipient. */
  boundBy: Uint8Array
  act: Act
  /** What this recipient entered, sorted by field and kind. */
  values: HiddenValue[]
  /** What earlier recipients entered, as the recipient saw it, in the same form. */
  seen: HiddenValue[]
  /** The consent text that the recipient accepted. */
  consent: ConsentText
  /** The program that rendered the documents. */
  renderer: { name: string; version: string }
  /** The pages of each document that were shown, as reported by the browser: ascending, with gaps between the ranges. */
  viewed: PageRange[][]
  /** By the clock of the recipient's browser, to the second. */
  time: Date
}

/** Largest encoding that is read, in bytes. */
export const MAX_STATEMENT_BYTES = 1024 * 1024

/** Encodes a statement. @throws ProofError as {@link decodeStatement} */
export function encodeStatement(statement: Statement): Uint8Array {
  const bytes = encodeCbor(toCbor(statement))
  decodeStatement(bytes)
  return bytes
}

/**
 * Decodes a statement. What it says is not verified.
 *
 * @throws ProofError for anything that {@link encodeStatement} would not produce: BAD_CBOR, NOT_TEXT, WRONG_TYPE,
 * UNKNOWN_KEY, MISSING_KEY, TOO_LONG, OUT_OF_RANGE, BAD_TEXT, NOT_SORTED, BAD_VIEWED, REASON_NOT_ALLOWED
 */
export function decodeStatement(bytes: Uint8Array): Statement {
  const map = readMap(readCbor(bytes, 'statement', MAX_STATEMENT_BYTES), 'statement', KEYS)
  readInteger(map.version, 'version', 1, 1)
  const consent = readMap(map.consent, 'consent', ['fingerprint', 'language', 'version'])
  const renderer = readMap(map.renderer, 'renderer', ['name', 'version'])
  const statement = {
    origin: readText(map.origin, 'origin', /^\S{1,255}$/),
    chainId: readInteger(map.chainId, 'chainId', 1, Number.MAX_SAFE_INTEGER),
    firstEntry: readBytes(map.firstEntry, 'firstEntry', 32),
    envelope: readBytes(map.envelope, 'envelope', 32),
    documents: readList(map.documents, 'documents', MAX_DOCUMENTS, (item, path) =>
      readBytes(item, path, 32),
    ),
    recipient: readText(map.recipient, 'recipient', ID_PATTERN),
    key: readBytes(map.key, 'key', 32),
    boundBy: readBytes(map.boundBy, 'boundBy', 32),
    act: readOneOf(map.act, 'act', ACTS),
    values: hiddenFromCbor(map.values, 'values'),
    seen: hiddenFromCbor(map.seen, 'seen'),
    consent: {
      fingerprint: readBytes(consent.fingerprint, 'consent.fingerprint', 32),
      language: readText(consent.language, 'consent.language', LANGUAGE_PATTERN),
      version: readText(consent.version, 'consent.version', /^[\w.-]{1,32}$/),
    },
    renderer: {
      name: readLine(renderer.name, 'renderer.name', 64),
      version: readLine(renderer.version, 'renderer.version', 64),
    },
    viewed: readList(map.viewed, 'viewed', MAX_DOCUMENTS, viewedFromCbor),
    time: readTime(map.time, 'time'),
  }
  checkStatement(statement)
  return statement
}

/**
 * Returns the bytes that a key made by the browser signs with ECDSA and SHA-256: the preimage of
 * {@link statementDigest}, so that the digest is what is signed.
 */
export function statementMessage(bytes: Uint8Array): Uint8Array {
  return concat(CONTEXT, bytes)
}

/** Computes the digest of an encoded statement, 32 bytes. */
export function statementDigest(bytes: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  return hash(statementMessage(bytes))
}

/** Converts page numbers in any order to ranges. */
export function toPageRanges(pages: Iterable<number>): PageRange[] {
  const ranges: PageRange[] = []
  for (const page of [...new Set(pages)].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last[1] === page - 1) last[1] = page
    else ranges.push([page, page])
  }
  return ranges
}

const CONTEXT = utf8('inkproof/statement/v1\0')

const KEYS = [
  'version',
  'origin',
  'chainId',
  'firstEntry',
  'envelope',
  'documents',
  'recipient',
  'key',
  'boundBy',
  'act',
  'values',
  'seen',
  'consent',
  'renderer',
  'viewed',
  'time',
] as const

function toCbor(statement: Statement): Cbor {
  return {
    ...statement,
    version: 1n,
    chainId: BigInt(statement.chainId),
    values: hiddenToCbor(statement.values),
    seen: hiddenToCbor(statement.seen),
    viewed: statement.viewed.map((ranges) => ranges.map((range) => range.map(BigInt))),
    time: encodeTime(statement.time),
  }
}

function viewedFromCbor(value: Cbor, path: string): PageRange[] {
  return readList(value, path, 5000, (item, at): PageRange => {
    const [first, last] = readTuple(item, at, 2)
    return [readInteger(first, `${at}[0]`, 1, 10_000), readInteger(last, `${at}[1]`, 1, 10_000)]
  })
}

function checkStatement({ act, seen, values, viewed }: Statement): void {
  const hasReason = values.some(({ kind }) => kind === 'reason')
  const isAllowed = act === 'decline' ? values.length <= Number(hasReason) : !hasReason
  must(
    isAllowed,
    'REASON_NOT_ALLOWED',
    'Only a recipient who declines gives a reason, and no values.',
  )
  const saysReason = seen.some(({ kind }) => kind === 'reason')
  must(!saysReason, 'REASON_NOT_ALLOWED', 'A reason for declining is not a value that others see.')
  for (const ranges of viewed) {
    const isSorted = ranges.every(
      ([first, last], i) => first <= last && first > (ranges[i - 1]?.[1] ?? -1) + 1,
    )
    must(isSorted, 'BAD_VIEWED', 'The ranges of viewed pages are not sorted or overlap.')
  }
}
