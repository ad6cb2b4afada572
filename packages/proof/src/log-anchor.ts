/**
 * Encodes calls of the LogAnchor contract for browsers and scripts, without an ABI library. Addresses are 0x hex,
 * hashes are bytes.
 */
import { encodeWord } from './abi.ts'
import { concat, from0x, fromHex, to0x } from './bytes.ts'
import { keccak256 } from './keccak.ts'

/**
 * Address of the contract on every chain: the deterministic deployer derives it from the contract's
 * code (salt 0). A test compares it with the contract's deployment file.
 */
export const LOG_ANCHOR_ADDRESS = '0x79746f61278c7f727b79cbf89cd1573f3565aceb'

/** Topic of `event HandedOver(address indexed from, address indexed to, uint64 size, bytes32 root)`. */
export const HANDED_OVER_TOPIC =
  '0x4cb413cc820bcb653dfe5880a566cfe92355b583d8dfe0883cbeacec2212dd08'

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
