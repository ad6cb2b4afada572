/**
 * Blocks and receipts as nodes write them in JSON, encoded again as they are hashed. Whoever reads
 * them compares the hash, so a node that leaves out or makes up a field is found out.
 */
import { concat, equal, from0x, to0x } from './bytes.ts'
import { keccak256 } from './keccak.ts'
import { must } from './proof-error.ts'
import { encodeRlp, type Rlp, rlpUint } from './rlp.ts'

/** A JSON object of a node's answer, nothing known of its fields. */
export type Json = Record<string, unknown>

/**
 * The header in RLP. Forks only ever append fields, and nodes add others of their own, so the
 * fields known are tried from the longest list down until the hash is the block's.
 *
 * @throws ProofError BAD_NODE_ANSWER when none fits
 */
export function encodeHeader(block: Json): Uint8Array {
  const fields: Rlp[] = HEADER_DATA.map(([name, isNumber]) =>
    isNumber ? rlpUint(uint(block[name])) : data(block, name),
  )
  for (const [name, isNumber] of FORK_FIELDS) {
    if (block[name] === undefined || block[name] === null) break
    fields.push(isNumber ? rlpUint(uint(block[name])) : data(block, name))
  }
  const hash = data(block, 'hash')
  for (; fields.length >= HEADER_DATA.length; fields.pop()) {
    const header = encodeRlp(fields)
    if (equal(keccak256(header), hash)) return header
  }
  must(false, 'BAD_NODE_ANSWER', `The header of block ${to0x(hash)} does not hash to it.`)
}

const HEADER_DATA: readonly (readonly [name: string, isNumber: boolean])[] = [
  ['parentHash', false],
  ['sha3Uncles', false],
  ['miner', false],
  ['stateRoot', false],
  ['transactionsRoot', false],
  ['receiptsRoot', false],
  ['logsBloom', false],
  ['difficulty', true],
  ['number', true],
  ['gasLimit', true],
  ['gasUsed', true],
  ['timestamp', true],
  ['extraData', false],
  ['mixHash', false],
  ['nonce', false],
]

/** London, Shanghai, Cancun (3), Prague, and what EIP-7928 and EIP-7843 add after them. */
const FORK_FIELDS: readonly (readonly [name: string, isNumber: boolean])[] = [
  ['baseFeePerGas', true],
  ['withdrawalsRoot', false],
  ['blobGasUsed', true],
  ['excessBlobGas', true],
  ['parentBeaconBlockRoot', false],
  ['requestsHash', false],
  ['blockAccessListHash', false],
  ['slotNumber', true],
]

/** A receipt as the receipts trie holds it: EIP-2718 type, then RLP. @throws ProofError BAD_NODE_ANSWER */
export function encodeReceipt(receipt: Json): Uint8Array {
  const { type: givenType = '0x0', status, cumulativeGasUsed, logs } = receipt
  const type = uint(givenType)
  const fields: Rlp[] = [
    status ? rlpUint(uint(status)) : data(receipt, 'root'),
    rlpUint(uint(cumulativeGasUsed)),
    data(receipt, 'logsBloom'),
    list(logs).map((log) => encodeLog(record(log))),
  ]
  // Deposits of OP-stack chains carry two fields more, since two of their own forks.
  for (const name of ['depositNonce', 'depositReceiptVersion']) {
    if (type === 0x7en && receipt[name]) fields.push(rlpUint(uint(receipt[name])))
  }
  const body = encodeRlp(fields)
  return type === 0n ? body : concat(Uint8Array.of(Number(type)), body)
}

function encodeLog(log: Json): Rlp {
  return [data(log, 'address'), topicsOf(log), data(log, 'data')]
}

/** The topics of a log. @throws ProofError BAD_NODE_ANSWER */
export function topicsOf(log: Json): Uint8Array[] {
  const { topics } = log
  return list(topics).map((topic) => from0x(text(topic)))
}

/** Narrows to an object. @throws ProofError BAD_NODE_ANSWER */
export function record(value: unknown): Json {
  must(
    typeof value === 'object' && value !== null && !Array.isArray(value),
    'BAD_NODE_ANSWER',
    'The node answered something else than an object.',
  )
  return value as Json
}

/** Narrows to a list. @throws ProofError BAD_NODE_ANSWER */
export function list(value: unknown): unknown[] {
  must(Array.isArray(value), 'BAD_NODE_ANSWER', 'The node answered something else than a list.')
  return value
}

function text(value: unknown): string {
  must(typeof value === 'string', 'BAD_NODE_ANSWER', 'The node answered something else than text.')
  return value
}

/** The bytes in a field. @throws ProofError BAD_NODE_ANSWER, BAD_HEX */
export function data(from: Json, name: string): Uint8Array {
  return from0x(text(from[name]))
}

/** The number in a quantity. @throws ProofError BAD_NODE_ANSWER */
export function uint(value: unknown): bigint {
  const digits = text(value)
  must(/^0x[0-9a-f]+$/i.test(digits), 'BAD_NODE_ANSWER', 'The node answered no number.')
  return BigInt(digits)
}
