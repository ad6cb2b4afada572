/**
 * Re-encodes blocks and receipts from a node's JSON into the bytes that Ethereum hashes. Callers
 * compare the hash, which detects a node that omits or invents a field.
 */
import { concat, equal, from0x, to0x } from './bytes.ts'
import { keccak256 } from './keccak.ts'
import { must } from './proof-error.ts'
import { encodeRlp, type Rlp, rlpUint } from './rlp.ts'

/** A JSON object from a node's answer; its fields are not validated. */
export type Json = Record<string, unknown>

/**
 * Encodes a block header as RLP.
 *
 * Forks only ever append fields, and nodes may add fields of their own, so this tries the longest
 * known list of fields first and drops trailing ones until the hash matches the block's.
 *
 * @throws ProofError BAD_NODE_ANSWER when no list of fields matches
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
  must(false, 'BAD_NODE_ANSWER', 'The header of block {hash} does not hash to it.', {
    hash: to0x(hash),
  })
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

/**
 * Fields appended by London, Shanghai, Cancun (3), Prague, EIP-7928 and EIP-7843, in this order.
 */
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

/**
 * Encodes a receipt as stored in the receipts trie: EIP-2718 type, then RLP.
 *
 * @throws ProofError BAD_NODE_ANSWER
 */
export function encodeReceipt(receipt: Json): Uint8Array {
  const { type: givenType = '0x0', status, cumulativeGasUsed, logs } = receipt
  const type = uint(givenType)
  const fields: Rlp[] = [
    status ? rlpUint(uint(status)) : data(receipt, 'root'),
    rlpUint(uint(cumulativeGasUsed)),
    data(receipt, 'logsBloom'),
    list(logs).map((log) => encodeLog(record(log))),
  ]
  // Deposit receipts of OP-stack chains have two extra fields (Regolith and Canyon forks).
  for (const name of ['depositNonce', 'depositReceiptVersion']) {
    if (type === 0x7en && receipt[name]) fields.push(rlpUint(uint(receipt[name])))
  }
  const body = encodeRlp(fields)
  return type === 0n ? body : concat(Uint8Array.of(Number(type)), body)
}

function encodeLog(log: Json): Rlp {
  return [data(log, 'address'), decodeTopics(log), data(log, 'data')]
}

/** Decodes the topics of a log. @throws ProofError BAD_NODE_ANSWER */
export function decodeTopics(log: Json): Uint8Array[] {
  const { topics } = log
  return list(topics).map((topic) => from0x(text(topic)))
}

/** Narrows to an object. @throws ProofError BAD_NODE_ANSWER */
export function record(value: unknown): Json {
  must(
    typeof value === 'object' && value !== null && !Array.isArray(value),
    'BAD_NODE_ANSWER',
    'The node’s response is not an object.',
  )
  return value as Json
}

/** Narrows to a list. @throws ProofError BAD_NODE_ANSWER */
export function list(value: unknown): unknown[] {
  must(Array.isArray(value), 'BAD_NODE_ANSWER', 'The node’s response is not a list.')
  return value
}

function text(value: unknown): string {
  must(typeof value === 'string', 'BAD_NODE_ANSWER', 'The node’s response is not text.')
  return value
}

/** Decodes a hex field to bytes. @throws ProofError BAD_NODE_ANSWER, BAD_HEX */
export function data(from: Json, name: string): Uint8Array {
  return from0x(text(from[name]))
}

/** Decodes a JSON-RPC quantity. @throws ProofError BAD_NODE_ANSWER */
export function uint(value: unknown): bigint {
  const digits = text(value)
  must(/^0x[0-9a-f]+$/i.test(digits), 'BAD_NODE_ANSWER', 'The node’s response is not a number.')
  return BigInt(digits)
}
