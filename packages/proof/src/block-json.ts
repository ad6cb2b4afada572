/**
 * Re-encodes block headers and receipts from a node's JSON into the bytes that Ethereum hashes. Comparing the hashes
 * of these bytes with the block's detects a node that omits or invents a field.
 */
import { concat, equal, from0x, to0x } from './bytes.ts'
import { keccak256 } from './keccak.ts'
import { must } from './proof-error.ts'
import { encodeRlp, type Rlp, rlpUint } from './rlp.ts'

/** A JSON object from a node's response; its fields are not validated. */
export type Json = Record<string, unknown>

/**
 * Encodes a block header as RLP.
 *
 * Forks only append fields, and a node may report fields that its chain does not have yet, so this function first
 * encodes all known fields, and then omits trailing fields until the hash of the header is the block's hash.
 *
 * @throws ProofError BAD_NODE_ANSWER when no list of fields matches
 */
export function encodeHeader(block: Json): Uint8Array {
  const fields: Rlp[] = HEADER_FIELDS.map(([name, isNumber]) =>
    isNumber ? rlpUint(parseQuantity(block[name])) : bytesField(block, name),
  )
  for (const [name, isNumber] of FORK_FIELDS) {
    if (block[name] === undefined || block[name] === null) break
    fields.push(isNumber ? rlpUint(parseQuantity(block[name])) : bytesField(block, name))
  }
  const hash = bytesField(block, 'hash')
  for (; fields.length >= HEADER_FIELDS.length; fields.pop()) {
    const header = encodeRlp(fields)
    if (equal(keccak256(header), hash)) return header
  }
  must(false, 'BAD_NODE_ANSWER', 'The header of block {hash} does not match its hash.', {
    hash: to0x(hash),
  })
}

const HEADER_FIELDS: readonly (readonly [name: string, isNumber: boolean])[] = [
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
 * Encodes a receipt as stored in the receipts trie: the EIP-2718 type (none for a legacy receipt), then RLP.
 *
 * @throws ProofError BAD_NODE_ANSWER
 */
export function encodeReceipt(receipt: Json): Uint8Array {
  const { type: typeHex = '0x0', status, cumulativeGasUsed, logs } = receipt
  const type = parseQuantity(typeHex)
  const fields: Rlp[] = [
    status ? rlpUint(parseQuantity(status)) : bytesField(receipt, 'root'),
    rlpUint(parseQuantity(cumulativeGasUsed)),
    bytesField(receipt, 'logsBloom'),
    asList(logs).map((log) => encodeLog(asObject(log))),
  ]
  // Deposit receipts of OP-stack chains have two extra fields (Regolith and Canyon forks).
  for (const name of ['depositNonce', 'depositReceiptVersion']) {
    if (type === 0x7en && receipt[name]) fields.push(rlpUint(parseQuantity(receipt[name])))
  }
  const body = encodeRlp(fields)
  return type === 0n ? body : concat(Uint8Array.of(Number(type)), body)
}

function encodeLog(log: Json): Rlp {
  return [bytesField(log, 'address'), decodeTopics(log), bytesField(log, 'data')]
}

/** Decodes the topics of a log. @throws ProofError BAD_NODE_ANSWER */
export function decodeTopics(log: Json): Uint8Array[] {
  const { topics } = log
  return asList(topics).map((topic) => from0x(asText(topic)))
}

/** Narrows to an object. @throws ProofError BAD_NODE_ANSWER */
export function asObject(value: unknown): Json {
  must(
    typeof value === 'object' && value !== null && !Array.isArray(value),
    'BAD_NODE_ANSWER',
    'The node’s response is not an object.',
  )
  return value as Json
}

/** Narrows to a list. @throws ProofError BAD_NODE_ANSWER */
export function asList(value: unknown): unknown[] {
  must(Array.isArray(value), 'BAD_NODE_ANSWER', 'The node’s response is not a list.')
  return value
}

function asText(value: unknown): string {
  must(typeof value === 'string', 'BAD_NODE_ANSWER', 'The node’s response is not text.')
  return value
}

/** Decodes a hex field to bytes. @throws ProofError BAD_NODE_ANSWER, BAD_HEX */
export function bytesField(object: Json, name: string): Uint8Array {
  return from0x(asText(object[name]))
}

/** Decodes a JSON-RPC quantity. @throws ProofError BAD_NODE_ANSWER */
export function parseQuantity(value: unknown): bigint {
  const digits = asText(value)
  must(/^0x[0-9a-f]+$/i.test(digits), 'BAD_NODE_ANSWER', 'The node’s response is not a number.')
  return BigInt(digits)
}
