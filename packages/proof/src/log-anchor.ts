/**
 * A client of the LogAnchor contract for browsers and scripts, without an ABI library: it encodes
 * calls and explains revert data. Addresses are 0x hex, hashes are bytes.
 */
import { msg } from '@inkproof/texts/message'
import { addressFromWord, encodeWord, splitWords } from './abi.ts'
import { concat, from0x, fromHex, to0x, toHex, uintBe } from './bytes.ts'
import { keccak256 } from './keccak.ts'
import { must } from './proof-error.ts'
import type { Sentence } from './sentence.ts'

/**
 * Address of the contract on every chain: the deterministic deployer derives it from the contract's
 * code (salt 0). A test compares it with the contract's deployment file.
 */
export const LOG_ANCHOR_ADDRESS = '0x79746f61278c7f727b79cbf89cd1573f3565aceb'

/**
 * Arguments of {@link encodeAnchor}. For the first anchor, `oldSize` is 0n, `oldRoot` is 32 zero bytes and `proof` is
 * empty.
 */
export type AnchorArgs = {
  oldSize: bigint
  oldRoot: Uint8Array
  newSize: bigint
  newRoot: Uint8Array
  /** RFC 9162 consistency proof between the two sizes. */
  proof: readonly Uint8Array[]
}

/**
 * A decoded custom error of the contract: its name, its values by name, and a sentence.
 */
export type LogAnchorError = { name: string; values: Record<string, string>; sentence: Sentence }

/** Encodes the call `anchor(oldSize, oldRoot, newSize, newRoot, proof)`. */
export function encodeAnchor(args: AnchorArgs): string {
  return encodeCall('7bf2fd36', [
    encodeWord(args.oldSize),
    encodeWord(args.oldRoot),
    encodeWord(args.newSize),
    encodeWord(args.newRoot),
    ...encodeDynamicArray(5, args.proof),
  ])
}

/**
 * Encodes the call of the view `headOf(operator)`, which returns 32 bytes; see {@link headHash}.
 */
export function encodeHeadOf(operator: string): string {
  return encodeCall('1db0e136', [encodeWord(from0x(operator))])
}

/** Encodes the call of the view `successorOf(operator)`, which returns an address as a word. */
export function encodeSuccessorOf(operator: string): string {
  return encodeCall('5adbc9c7', [encodeWord(from0x(operator))])
}

/** Encodes the call of the view `isIncluded(operator, size, root, leafHash, index, proof)`. */
export function encodeIsIncluded(
  operator: string,
  head: { size: bigint; root: Uint8Array },
  leaf: { hash: Uint8Array; index: bigint },
  proof: readonly Uint8Array[],
): string {
  return encodeCall('ac2cdcc6', [
    encodeWord(from0x(operator)),
    encodeWord(head.size),
    encodeWord(head.root),
    encodeWord(leaf.hash),
    encodeWord(leaf.index),
    ...encodeDynamicArray(6, proof),
  ])
}

/**
 * Computes the hash that the contract stores for a head: `keccak256(abi.encode(uint64 size, bytes32 root))`.
 */
export function headHash(size: bigint, root: Uint8Array): Uint8Array {
  return keccak256(concat(encodeWord(size), encodeWord(root)))
}

/** The value of `headOf` after a log was handed over to its successor; no head has this hash. */
export const CLOSED_HEAD = encodeWord(1n)

/**
 * Decodes and explains revert data; undefined when the data is not one of the contract's errors.
 *
 * @throws ProofError BAD_ABI when the error's values are truncated or invalid
 */
export function decodeLogAnchorError(data: string): LogAnchorError | undefined {
  const row = ERRORS[data.slice(2, 10)]
  if (!row) return undefined
  const fields = row.fields.split(' ')
  const encoded = splitWords(from0x(`0x${data.slice(10)}`))
  must(encoded.length === fields.length, 'BAD_ABI', '{name} must have {length} values.', {
    name: row.name,
    length: fields.length,
  })
  const values: Record<string, string> = {}
  fields.forEach((field, i) => {
    const [type, name = ''] = field.split(':')
    values[name] = formatValue(type ?? '', encoded[i] as Uint8Array)
  })
  return { name: row.name, values, sentence: { message: row.message, values } }
}

type Row = { name: string; fields: string; message: string }

/**
 * Errors by selector. `fields` lists `type:name` pairs: `a` is an address, `n` a number, `h` a hash.
 * A test compares this table with the contract.
 */
const ERRORS: Record<string, Row> = {
  '23955b66': {
    name: 'LogStaleHead',
    fields: 'a:operator h:head h:given',
    message: msg('The record on the chain is at {head}, not at the given state ({given}).'),
  },
  acc3d3c7: {
    name: 'LogSizeMustGrow',
    fields: 'n:oldSize n:newSize',
    message: msg(
      'The record can only grow: it has {oldSize} entries and cannot change to {newSize}.',
    ),
  },
  '93f88332': {
    name: 'LogInconsistentProof',
    fields: 'h:oldRoot h:provedOldRoot h:newRoot h:provedNewRoot',
    message: msg('The new record changes earlier entries, so the contract rejects it.'),
  },
  '9dfc5e87': {
    name: 'LogProofLength',
    fields: 'n:length n:needed',
    message: msg('The proof has {length} hashes where these sizes need {needed}.'),
  },
  a642bff6: {
    name: 'LogIndexOutOfRange',
    fields: 'n:index n:size',
    message: msg('There is no entry {index}: the record has {size} entries.'),
  },
  '1c848342': {
    name: 'LogClosed',
    fields: 'a:operator a:successor',
    message: msg('The record of {operator} was transferred to {successor}.'),
  },
  '7de34ae8': {
    name: 'LogNotNamedSuccessor',
    fields: 'a:operator a:successor a:caller',
    message: msg('{operator} has not named {caller} as the successor for its record.'),
  },
  '622ac47a': {
    name: 'LogSuccessorNotEmpty',
    fields: 'a:successor h:head',
    message: msg('{successor} already has its own record.'),
  },
}

function encodeCall(selector: string, args: Uint8Array[]): string {
  return to0x(concat(fromHex(selector), ...args))
}

/**
 * Encodes a dynamic array as the last of `argumentCount` arguments: its offset, its length, its items.
 */
function encodeDynamicArray(argumentCount: number, items: readonly Uint8Array[]): Uint8Array[] {
  return [
    encodeWord(BigInt(argumentCount * 32)),
    encodeWord(BigInt(items.length)),
    ...items.map(encodeWord),
  ]
}

function formatValue(type: string, bytes: Uint8Array): string {
  if (type === 'a') return to0x(addressFromWord(bytes))
  return type === 'n' ? String(uintBe(bytes)) : `0x${toHex(bytes)}`
}
