/**
 * Salted hashes of what a signer entered. A statement contains only these hashes, so it can be shown to somebody who may
 * not see the values.
 *
 *     hash = SHA-256("inkproof/hidden-value/v1\0" ‖ kind u8 ‖ salt[16] ‖ u16be fieldLength ‖ field ‖ content)
 *
 * | kind | content |
 * |---|---|
 * | 1 value | the value of the field as UTF-8 |
 * | 2 attachment | SHA-256 of the file[32] ‖ its name as UTF-8 |
 * | 3 appearance | SHA-256 of the appearance stream[32], as embedded in the PDF before compression |
 * | 4 reason | why the recipient declined, as UTF-8; `field` is empty |
 */
import { concat, equal, randomBytes, u16be, utf8 } from '@inkproof/proof/bytes'
import type { Cbor } from '@inkproof/proof/cbor'
import { must } from '@inkproof/proof/proof-error'
import { type Sha256, sha256 } from '@inkproof/proof/sha256'
import { FIELD_ID_PATTERN, MAX_FIELDS, MAX_VALUE_LENGTH } from './field.ts'
import {
  isAscending,
  readBytes,
  readBytesUpTo,
  readInteger,
  readList,
  readText,
  readTuple,
  readUtf8,
} from './read.ts'

export const HIDDEN_KINDS = { value: 1, attachment: 2, appearance: 3, reason: 4 } as const
export type HiddenKind = keyof typeof HIDDEN_KINDS

/** What a statement contains about one value. */
export type HiddenValue = { field: string; kind: HiddenKind; hash: Uint8Array }

/** The preimage of a hidden value. */
export type RevealedValue = {
  field: string
  kind: HiddenKind
  /** 16 random bytes. */
  salt: Uint8Array
  content: Uint8Array
}

/** An attachment as its hidden value commits to it. */
export type AttachmentContent = { fingerprint: Uint8Array; fileName: string }

/** At most a value and an appearance for each field. */
const MAX_HIDDEN_VALUES = 2 * MAX_FIELDS

/** Returns the content with a fresh salt. */
export function makeRevealed(
  kind: HiddenKind,
  field: string,
  content: Uint8Array | string | AttachmentContent,
): RevealedValue {
  return { field, kind, salt: randomBytes(16), content: encodeContent(content) }
}

/** Computes the hidden value of a content. */
export function hideValue(revealed: RevealedValue, hash: Sha256 = sha256): HiddenValue {
  const { content, field, kind, salt } = revealed
  const name = utf8(field)
  const number = Uint8Array.of(HIDDEN_KINDS[kind])
  const parts = [CONTEXT, number, salt, u16be(name.length), name, content]
  return { field, kind, hash: hash(concat(...parts)) }
}

/** Whether this is the content of the hidden value. */
export function isRevealed(hidden: HiddenValue, revealed: RevealedValue, hash?: Sha256): boolean {
  const isSame = hidden.field === revealed.field && hidden.kind === revealed.kind
  return isSame && equal(hidden.hash, hideValue(revealed, hash).hash)
}

/** Returns the text of a value or a reason. @throws ProofError NOT_TEXT, TOO_LONG */
export function revealedText({ content }: RevealedValue): string {
  return readUtf8(content, 'value', MAX_VALUE_LENGTH)
}

/** Returns the file of an attachment. @throws ProofError NOT_TEXT, TOO_LONG */
export function revealedAttachment({ content }: RevealedValue): AttachmentContent {
  const fileName = readUtf8(content.subarray(32), 'file name', MAX_FILE_NAME)
  return { fingerprint: content.slice(0, 32), fileName }
}

/** Sorts by field and kind, the order in which statements list them. */
export function sortHidden<T extends { field: string; kind: HiddenKind }>(
  values: readonly T[],
): T[] {
  return values.toSorted((a, b) => (hiddenKey(a) < hiddenKey(b) ? -1 : 1))
}

/** Identifies a value inside an envelope. A space sorts before every character of a field's ID. */
export function hiddenKey({ field, kind }: { field: string; kind: HiddenKind }): string {
  return `${field} ${HIDDEN_KINDS[kind]}`
}

/** Converts hidden values to CBOR: `[[field, kind, hash] …]`. */
export function hiddenToCbor(values: readonly HiddenValue[]): Cbor {
  return values.map(({ field, hash, kind }) => [field, BigInt(HIDDEN_KINDS[kind]), hash])
}

/** Converts CBOR to hidden values. @throws ProofError NOT_SORTED, or as the readers */
export function hiddenFromCbor(value: Cbor, path: string): HiddenValue[] {
  const values = readList(value, path, MAX_HIDDEN_VALUES, (item, at) => {
    const [field, kind, hash] = readTuple(item, at, 3)
    return { ...readSubject(field, kind, at), hash: readBytes(hash, `${at}[2]`, 32) }
  })
  checkSorted(values, path)
  return values
}

/** Converts revealed values to CBOR: `[[field, kind, salt, content] …]`. */
export function revealedToCbor(values: readonly RevealedValue[]): Cbor {
  return values.map((item) => [
    item.field,
    BigInt(HIDDEN_KINDS[item.kind]),
    item.salt,
    item.content,
  ])
}

/** Converts CBOR to revealed values. @throws ProofError NOT_SORTED, or as the readers */
export function revealedFromCbor(value: Cbor, path: string): RevealedValue[] {
  const values = readList(value, path, MAX_HIDDEN_VALUES, (item, at) => {
    const [field, kind, salt, content] = readTuple(item, at, 4)
    const subject = readSubject(field, kind, at)
    const bytes = readBytesUpTo(content, `${at}[3]`, MAX_CONTENT_BYTES)
    checkContent(subject.kind, bytes, `${at}[3]`)
    return { ...subject, salt: readBytes(salt, `${at}[2]`, 16), content: bytes }
  })
  checkSorted(values, path)
  return values
}

const CONTEXT = utf8('inkproof/hidden-value/v1\0')
const MAX_FILE_NAME = 255
const MAX_CONTENT_BYTES = 3 * MAX_VALUE_LENGTH

function encodeContent(content: Uint8Array | string | AttachmentContent): Uint8Array {
  if (typeof content === 'string') return utf8(content)
  if (content instanceof Uint8Array) return content
  return concat(content.fingerprint, utf8(content.fileName))
}

function readSubject(
  field: Cbor | undefined,
  number: Cbor | undefined,
  path: string,
): Pick<HiddenValue, 'field' | 'kind'> {
  const kind = KIND_NAMES[readInteger(number, `${path}[1]`, 1, 4) - 1] as HiddenKind
  const pattern = kind === 'reason' ? /^$/ : FIELD_ID_PATTERN
  return { field: readText(field, `${path}[0]`, pattern), kind }
}

const KIND_NAMES = Object.keys(HIDDEN_KINDS) as HiddenKind[]

function checkContent(kind: HiddenKind, content: Uint8Array, path: string): void {
  if (kind === 'appearance') readBytes(content, path, 32)
  else if (kind === 'attachment') {
    readBytes(content.subarray(0, 32), path, 32)
    readUtf8(content.subarray(32), path, MAX_FILE_NAME)
  } else readUtf8(content, path, MAX_VALUE_LENGTH)
}

function checkSorted(values: readonly { field: string; kind: HiddenKind }[], path: string): void {
  must(isAscending(values.map(hiddenKey)), 'NOT_SORTED', 'The values in {path} are not sorted.', {
    path,
  })
}
