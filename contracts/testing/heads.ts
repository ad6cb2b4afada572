/** Heads of reference trees in the form that the contract expects. */
import { AbiCoder, hexlify, keccak256, ZeroHash } from 'ethers'
import { consistencyProof, inclusionProof, type RangeRoot } from './reference-tree.ts'

/** A size and its root as 0x-prefixed hex. */
export type Head = { readonly size: bigint; readonly root: string }

/** The head of a log that was never anchored. */
export const EMPTY: Head = { size: 0n, root: ZeroHash }

/** Computes what the contract stores for a head. */
export function headHash({ size, root }: Head): string {
  return keccak256(AbiCoder.defaultAbiCoder().encode(['uint64', 'bytes32'], [size, root]))
}

/** Returns the tree's head at a size. */
export function headAt(tree: RangeRoot, size: bigint): Head {
  return { size, root: hexlify(tree(0n, size)) }
}

/** Returns the consistency proof from the old head to the new one. */
export function consistencyPath(tree: RangeRoot, oldSize: bigint, newSize: bigint): string[] {
  return consistencyProof(tree, oldSize, newSize).map((node) => hexlify(node))
}

/** Returns the inclusion proof from an entry to the head. */
export function inclusionPath(tree: RangeRoot, index: bigint, size: bigint): string[] {
  return inclusionProof(tree, index, size).map((node) => hexlify(node))
}

/** Flips one bit of a hash. */
export function flipBit(hash: string, bit: number): string {
  const bytes = Buffer.from(hash.slice(2), 'hex')
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return hexlify(bytes)
}
