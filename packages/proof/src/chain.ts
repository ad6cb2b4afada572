/**
 * The proof that a state of the log is on a chain, down to a block hash and with no network:
 * block hash → header → receipts root → receipt → event `Anchored(operator, size, root)`.
 */
import { addressOf, word, words } from './abi.ts'
import { concat, equal, fromHex, to0x, uintBe } from './bytes.ts'
import { type Cbor, decodeCbor, encodeCbor } from './cbor.ts'
import { keccak256 } from './keccak.ts'
import { must } from './proof-error.ts'
import { decodeRlp, encodeRlp, type Rlp, rlpBytes, rlpList, rlpUint } from './rlp.ts'
import { asArray, asBytes, asUint } from './shape.ts'
import { trieValue } from './trie.ts'

/** Everything needed to check an anchor against a block hash. */
export type ChainProof = {
  /** As claimed: a header does not name its chain, so it must be compared with what gives the hash. */
  chainId: bigint
  /** 20 bytes. */
  contract: Uint8Array
  /** 20 bytes. */
  operator: Uint8Array
  /** The block header in RLP; its keccak256 is the block hash. */
  header: Uint8Array
  /** Position of the anchoring transaction in the block: its key in the receipts trie. */
  txIndex: bigint
  /** Receipts trie nodes from the root down to the receipt. */
  nodes: Uint8Array[]
}

/** The block that holds an anchor, as its header says. `time` is in seconds since 1970. */
export type AnchoredBlock = { hash: Uint8Array; number: bigint; time: bigint }

/** First topic of `event Anchored(address indexed operator, uint64 size, bytes32 root)`. */
export const ANCHORED_TOPIC = fromHex(
  '0cd48d2f0de2b26babeaa563bc19f67e7b14bb998edeaabe4592e8b4472dda6b',
)

/** Places of the fields of a header that are read here (Yellow Paper §4.4). */
const RECEIPTS_ROOT = 5
const NUMBER = 8
const TIMESTAMP = 11
const LEAST_FIELDS = 15

/** `[chainId, contract, operator, header, txIndex, [node …]]` in deterministic CBOR. */
export function encodeChainProof(proof: ChainProof): Uint8Array {
  return encodeCbor(chainProofToCbor(proof))
}

/** @throws ProofError BAD_CBOR, BAD_SHAPE; nothing is verified */
export function decodeChainProof(bytes: Uint8Array): ChainProof {
  return chainProofFromCbor(decodeCbor(bytes))
}

/** The CBOR value inside a larger item. */
export function chainProofToCbor(proof: ChainProof): Cbor {
  return [proof.chainId, proof.contract, proof.operator, proof.header, proof.txIndex, proof.nodes]
}

/** @throws ProofError BAD_SHAPE */
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
 * Checks that the block of this header holds a successful transaction in which `contract` said
 * that `operator`'s log has this size and root. Whether the block is on a chain, and on which, is
 * for the caller to find out from the hash.
 *
 * @throws ProofError BAD_HEADER, BAD_RLP, BAD_TRIE, TX_REVERTED, NO_ANCHOR_EVENT
 */
export function verifyChainProof(
  proof: ChainProof,
  state: { size: bigint; root: Uint8Array },
): AnchoredBlock {
  const header = rlpList(decodeRlp(proof.header))
  must(header.length >= LEAST_FIELDS, 'BAD_HEADER', 'This is not a block header.')
  must(proof.txIndex < 1n << 64n, 'BAD_HEADER', 'The number of the transaction is out of range.')
  const receiptsRoot = rlpBytes(header[RECEIPTS_ROOT])
  const key = encodeRlp(rlpUint(proof.txIndex))
  mustHoldAnchor(decodeReceipt(trieValue(receiptsRoot, key, proof.nodes)), proof, state)
  return blockOf(proof.header, header)
}

/** Hash, number and time of a header. @throws ProofError BAD_HEADER, BAD_RLP */
export function readHeader(bytes: Uint8Array): AnchoredBlock {
  const header = rlpList(decodeRlp(bytes))
  must(header.length >= LEAST_FIELDS, 'BAD_HEADER', 'This is not a block header.')
  return blockOf(bytes, header)
}

function blockOf(bytes: Uint8Array, header: Rlp[]): AnchoredBlock {
  const number = uint64(header[NUMBER])
  return { hash: keccak256(bytes), number, time: uint64(header[TIMESTAMP]) }
}

/** No chain has a number above this, and a stranger's header could be one number of a megabyte. */
function uint64(item: Rlp | undefined): bigint {
  const bytes = rlpBytes(item)
  must(bytes.length <= 8, 'BAD_HEADER', 'A number in the block header has more than 8 bytes.')
  return uintBe(bytes)
}

/** `type ‖ list`, or a bare list for the oldest type. EIP-2718. */
function decodeReceipt(bytes: Uint8Array): Rlp[] {
  const isTyped = (bytes[0] as number) < 0x80
  return rlpList(decodeRlp(isTyped ? bytes.subarray(1) : bytes))
}

function mustHoldAnchor(
  receipt: Rlp[],
  proof: ChainProof,
  state: { size: bigint; root: Uint8Array },
): void {
  const [status, , , logs] = receipt
  const succeeded = equal(rlpBytes(status), Uint8Array.of(1))
  must(succeeded, 'TX_REVERTED', 'The transaction did not succeed.')
  const data = concat(word(state.size), word(state.root))
  const found = rlpList(logs).some((log) => isAnchor(rlpList(log), proof, data))
  must(
    found,
    'NO_ANCHOR_EVENT',
    `In transaction ${proof.txIndex} the contract ${to0x(proof.contract)} did not say that the log of ${to0x(proof.operator)} has this size and root.`,
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
    equal(operator, word(proof.operator)) &&
    equal(rlpBytes(data), expected)
  )
}

/** Operator, size and root that the log of a receipt says, when it is an `Anchored` event. */
export function readAnchoredEvent(
  topics: readonly Uint8Array[],
  data: Uint8Array,
): { operator: Uint8Array; size: bigint; root: Uint8Array } | undefined {
  const [topic, operator, ...others] = topics
  if (!topic || !operator || others.length > 0 || !equal(topic, ANCHORED_TOPIC)) return undefined
  const [size, root, ...more] = words(data)
  must(size && root && more.length === 0, 'BAD_ABI', 'An Anchored event has two words of data.')
  return { operator: addressOf(operator), size: uintBe(size), root }
}
