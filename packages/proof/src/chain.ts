/**
 * The proof that a block anchors a state of the log. Verifying it requires no network access, but does not show that
 * the block is on a chain. The proof leads from the block hash to the event:
 * block hash → header → receipts root → receipt → event `Anchored(operator, size, root)`.
 */
import { addressFromWord, encodeWord, splitWords } from './abi.ts'
import { concat, equal, fromHex, to0x, uintBe } from './bytes.ts'
import { type Cbor, decodeCbor, encodeCbor } from './cbor.ts'
import { keccak256 } from './keccak.ts'
import { must } from './proof-error.ts'
import { decodeRlp, encodeRlp, type Rlp, rlpBytes, rlpList, rlpUint } from './rlp.ts'
import { asArray, asBytes, asUint } from './shape.ts'
import { verifyTrieProof } from './trie.ts'

/** Everything needed to check an anchor against a block hash. */
export type ChainProof = {
  /**
   * As claimed by the proof. A header does not name its chain, so callers must compare this with
   * the chain on which they found the block hash.
   */
  chainId: bigint
  /** 20 bytes. */
  contract: Uint8Array
  /** 20 bytes. */
  operator: Uint8Array
  /** The block header in RLP; its keccak256 is the block hash. */
  header: Uint8Array
  /** Index of the anchoring transaction in the block, which is its key in the receipts trie. */
  txIndex: bigint
  /** Receipts trie nodes from the root down to the receipt. */
  nodes: Uint8Array[]
}

/** The block that contains an anchor, according to its header. `time` is in seconds since 1970. */
export type AnchoredBlock = { hash: Uint8Array; number: bigint; time: bigint }

/** First topic of `event Anchored(address indexed operator, uint64 size, bytes32 root)`. */
export const ANCHORED_TOPIC = fromHex(
  '0cd48d2f0de2b26babeaa563bc19f67e7b14bb998edeaabe4592e8b4472dda6b',
)

/** Indexes of the header fields read here (Yellow Paper §4.4). */
const RECEIPTS_ROOT = 5
const NUMBER = 8
const TIMESTAMP = 11
const MIN_FIELDS = 15

/** Encodes as `[chainId, contract, operator, header, txIndex, [node …]]` in deterministic CBOR. */
export function encodeChainProof(proof: ChainProof): Uint8Array {
  return encodeCbor(chainProofToCbor(proof))
}

/** Decodes a chain proof without verifying it. @throws ProofError BAD_CBOR, BAD_SHAPE */
export function decodeChainProof(bytes: Uint8Array): ChainProof {
  return chainProofFromCbor(decodeCbor(bytes))
}

/** Converts a chain proof to a CBOR value, for use inside a larger item. */
export function chainProofToCbor(proof: ChainProof): Cbor {
  return [proof.chainId, proof.contract, proof.operator, proof.header, proof.txIndex, proof.nodes]
}

/** Converts a CBOR value to a chain proof without verifying it. @throws ProofError BAD_SHAPE */
export function chainProofFromCbor(value: Cbor | undefined): ChainProof {
  const [chainId, contract, operator, header, txIndex, nodes] = asArray(value, 6)
  return {
    chainId: asUint(chainId),
    contract: asBytes(contract, 20),
    operator: asBytes(operator, 20),
    header: asBytes(header),
    txIndex: asUint(txIndex),
    nodes: asArray(nodes).map((node) => asBytes(node)),
  }
}

/**
 * Checks that the block with this header contains a successful transaction in which `contract`
 * emitted an `Anchored` event with this operator, size and root. The caller must check with the
 * returned hash whether the block is on a chain, and on which one.
 *
 * @throws ProofError BAD_HEADER, BAD_RLP, BAD_TRIE, TX_REVERTED, NO_ANCHOR_EVENT
 */
export function verifyChainProof(
  proof: ChainProof,
  state: { size: bigint; root: Uint8Array },
): AnchoredBlock {
  const header = rlpList(decodeRlp(proof.header))
  must(header.length >= MIN_FIELDS, 'BAD_HEADER', 'This is not a block header.')
  must(proof.txIndex < 1n << 64n, 'BAD_HEADER', 'The transaction index is out of range.')
  const receiptsRoot = rlpBytes(header[RECEIPTS_ROOT])
  const key = encodeRlp(rlpUint(proof.txIndex))
  assertAnchorEvent(decodeReceipt(verifyTrieProof(receiptsRoot, key, proof.nodes)), proof, state)
  return blockFromHeader(proof.header, header)
}

/** Decodes the hash, number and time of a header. @throws ProofError BAD_HEADER, BAD_RLP */
export function readHeader(bytes: Uint8Array): AnchoredBlock {
  const header = rlpList(decodeRlp(bytes))
  must(header.length >= MIN_FIELDS, 'BAD_HEADER', 'This is not a block header.')
  return blockFromHeader(bytes, header)
}

function blockFromHeader(bytes: Uint8Array, header: Rlp[]): AnchoredBlock {
  const number = decodeUint64(header[NUMBER])
  return { hash: keccak256(bytes), number, time: decodeUint64(header[TIMESTAMP]) }
}

/**
 * Decodes a number of up to 64 bits. No chain has larger ones, but a forged header could contain a
 * megabyte-long number.
 */
function decodeUint64(item: Rlp | undefined): bigint {
  const bytes = rlpBytes(item)
  must(bytes.length <= 8, 'BAD_HEADER', 'A number in the block header has more than 8 bytes.')
  return uintBe(bytes)
}

/** Decodes a receipt (EIP-2718): `type ‖ list`, or a bare list for legacy receipts. */
function decodeReceipt(bytes: Uint8Array): Rlp[] {
  const isTyped = (bytes[0] as number) < 0x80
  return rlpList(decodeRlp(isTyped ? bytes.subarray(1) : bytes))
}

function assertAnchorEvent(
  receipt: Rlp[],
  proof: ChainProof,
  state: { size: bigint; root: Uint8Array },
): void {
  const [status, , , logs] = receipt
  const succeeded = equal(rlpBytes(status), Uint8Array.of(1))
  must(succeeded, 'TX_REVERTED', 'The transaction did not succeed.')
  const data = concat(encodeWord(state.size), encodeWord(state.root))
  const hasEvent = rlpList(logs).some((log) => isAnchor(rlpList(log), proof, data))
  must(
    hasEvent,
    'NO_ANCHOR_EVENT',
    'In transaction {txIndex}, the contract {contract} did not record this size and root for the log of {operator}.',
    { txIndex: proof.txIndex, contract: to0x(proof.contract), operator: to0x(proof.operator) },
  )
}

function isAnchor(
  [address, topics, data]: Rlp[],
  proof: ChainProof,
  expected: Uint8Array,
): boolean {
  const [topic, operator, ...others] = rlpList(topics)
  return (
    equal(rlpBytes(address), proof.contract) &&
    others.length === 0 &&
    topic instanceof Uint8Array &&
    operator instanceof Uint8Array &&
    equal(topic, ANCHORED_TOPIC) &&
    equal(operator, encodeWord(proof.operator)) &&
    equal(rlpBytes(data), expected)
  )
}

/**
 * Returns the operator, size and root of an `Anchored` event; undefined for any other event.
 *
 * @throws ProofError BAD_ABI when the data of an `Anchored` event is invalid
 */
export function readAnchoredEvent(
  topics: readonly Uint8Array[],
  data: Uint8Array,
): { operator: Uint8Array; size: bigint; root: Uint8Array } | undefined {
  const [topic, operator, ...others] = topics
  if (!topic || !operator || others.length > 0 || !equal(topic, ANCHORED_TOPIC)) return undefined
  const [size, root, ...rest] = splitWords(data)
  must(
    size && root && rest.length === 0,
    'BAD_ABI',
    'An Anchored event must have two words of data.',
  )
  return { operator: addressFromWord(operator), size: uintBe(size), root }
}
