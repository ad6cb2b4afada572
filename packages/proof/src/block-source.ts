/**
 * How to check that a block is on the chain and final: with block hashes the user trusts, a node they chose, or not at
 * all. A header proves what a block contains, never that the block is on a chain.
 */

import { equal, to0x } from './bytes.ts'
import type { AnchoredBlock, ChainProof } from './chain.ts'
import type { ChainNode } from './chain-rpc.ts'
import { type Finding, failed, notChecked, passed } from './finding.ts'
import { must } from './proof-error.ts'
import { makeSentence } from './sentence.ts'

/** Determines how to check that a block is on the chain. */
export type BlockSource =
  | { kind: 'trusted block hashes'; hashes: readonly Uint8Array[] }
  | { kind: 'node'; node: ChainNode }
  | { kind: 'offline' }

/**
 * Rejects trusted block hashes that cannot be compared with; accepts every other block source.
 *
 * @throws ProofError EMPTY_EXPECTATION when there are no hashes, or one is not 32 bytes long
 */
export function checkBlockSource(source: BlockSource): void {
  if (source.kind !== 'trusted block hashes') return
  const isValid = source.hashes.length > 0 && source.hashes.every((hash) => hash.length === 32)
  must(isValid, 'EMPTY_EXPECTATION', 'Provide at least one 32-byte block hash to trust.')
}

/** Checks that the block of an anchor is on the chain that the proof names. */
export async function checkBlock(
  source: BlockSource,
  chain: ChainProof,
  block: AnchoredBlock,
): Promise<Finding> {
  const values = {
    'chain id': String(chain.chainId),
    'block number': String(block.number),
    'block hash': to0x(block.hash),
  }
  if (source.kind === 'trusted block hashes') {
    if (isTrustedHash(source.hashes, block)) return passed(values)
    const sentence = makeSentence('Block {hash} is not one you trust.', { hash: to0x(block.hash) })
    return notChecked('BLOCK_NOT_TRUSTED', sentence, values)
  }
  if (source.kind === 'node') return await checkWithNode(source.node, chain, block, values)
  return notChecked(
    'OFFLINE',
    makeSentence(
      'The block header was given with the proof. Choose a blockchain node, or enter a block hash you trust, to check that the block is on the blockchain.',
    ),
    values,
  )
}

/** Whether the user trusts the hash of this block. */
export function isTrustedHash(hashes: readonly Uint8Array[], { hash }: AnchoredBlock): boolean {
  return hashes.some((trusted) => equal(trusted, hash))
}

/**
 * Checks that a block, which is on the chain, can no longer be replaced: the node reports it as final, or it has the
 * confirmations that the user's policy requires. A block whose hash the user trusts counts as final.
 */
export async function checkFinality(
  source: BlockSource,
  block: AnchoredBlock,
  required: number,
): Promise<Finding> {
  if (source.kind === 'trusted block hashes') return passed({})
  if (source.kind === 'offline') return notChecked('OFFLINE', BLOCK_NOT_CONFIRMED)
  try {
    const [latest, finalized] = await Promise.all([source.node.latest(), source.node.finalized()])
    const confirmations = latest.number - block.number + 1n
    const values = {
      confirmations: String(confirmations),
      required: String(required),
      'final up to block': finalized === null ? 'unknown' : String(finalized.number),
    }
    const isFinal = finalized !== null && finalized.number >= block.number
    if (isFinal || confirmations >= BigInt(required)) return passed(values)
    const sentence = makeSentence('The block has {confirmations} of {required} confirmations.', {
      confirmations,
      required,
    })
    return notChecked('NOT_FINAL', sentence, values)
  } catch (error) {
    return nodeUnreachable(error, {})
  }
}

/** The reason of checks that need a block on the chain. */
export const BLOCK_NOT_CONFIRMED = makeSentence(
  'This is checked once the block is confirmed to be on the blockchain.',
)

/** Returns the finding of a check whose node did not respond. */
export function nodeUnreachable(error: unknown, values: Values): Finding {
  const reason = error instanceof Error ? error.message : String(error)
  return notChecked(
    'NODE_UNREACHABLE',
    makeSentence('The blockchain node did not respond: {reason}', { reason }),
    values,
  )
}

type Values = Finding['values']

async function checkWithNode(
  node: ChainNode,
  chain: ChainProof,
  block: AnchoredBlock,
  values: Values,
): Promise<Finding> {
  try {
    const chainId = await node.chainId()
    if (chainId !== chain.chainId) {
      const sentence = makeSentence(
        'The blockchain node is on chain {chainId}, but the proof names chain {chainId2}.',
        { chainId, chainId2: chain.chainId },
      )
      return notChecked('NODE_ON_OTHER_CHAIN', sentence, values)
    }
    const hash = await node.blockHash(block.number)
    if (!hash) {
      const sentence = makeSentence('The blockchain node does not have block {number} yet.', {
        number: block.number,
      })
      return notChecked('NODE_BEHIND', sentence, values)
    }
    if (equal(hash, block.hash)) return passed(values)
    const sentence = makeSentence(
      'The blockchain has a different block {number}. The block of the proof may have been replaced, or it never existed. Save a newer proof file and verify again.',
      { number: block.number },
    )
    return failed('BLOCK_REPLACED', sentence, { ...values, 'on the chain': to0x(hash) })
  } catch (error) {
    return nodeUnreachable(error, values)
  }
}
