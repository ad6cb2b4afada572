/**
 * How to check that a block is on the chain: with block hashes the user trusts, a node they chose,
 * or not at all. A header proves what a block contains, never that the block is on a chain.
 */

import { equal, to0x } from './bytes.ts'
import type { AnchoredBlock, ChainProof } from './chain.ts'
import type { ChainNode } from './chain-rpc.ts'
import { type Finding, failed, notChecked, passed, passedIf } from './finding.ts'
import { must } from './proof-error.ts'
import { makeSentence } from './sentence.ts'

/** Determines how to check that a block is on the chain. */
export type BlockSource =
  | {
      kind: 'trusted block hashes'
      hashes: readonly Uint8Array[]
      /** Chain ID of the hashes; optional when the policy names the chain. */
      chainId?: bigint | undefined
    }
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

/**
 * Checks that the block of an anchor is on the chain that the proof names.
 *
 * @param policyChainId chain ID from the user's policy, if it names one
 */
export async function checkBlock(
  source: BlockSource,
  chain: ChainProof,
  block: AnchoredBlock,
  policyChainId: bigint | undefined,
): Promise<Finding> {
  const values = {
    'chain id': String(chain.chainId),
    'block number': String(block.number),
    'block hash': to0x(block.hash),
  }
  if (source.kind === 'trusted block hashes') {
    return checkTrustedHash(source.hashes, source.chainId ?? policyChainId, chain, block, values)
  }
  if (source.kind === 'node') return await checkWithNode(source.node, chain, block, values)
  return notChecked(
    'OFFLINE',
    makeSentence(
      'To check whether block {number} is on chain {chainId}, enter a block hash you trust or choose a blockchain node.',
      { number: block.number, chainId: chain.chainId },
    ),
    values,
  )
}

/** Checks that the block is final, so it can no longer be replaced. Without a node, the finding is `not checked`. */
export async function checkFinality(source: BlockSource, block: AnchoredBlock): Promise<Finding> {
  if (source.kind !== 'node')
    return notChecked(
      'NO_NODE',
      makeSentence('Only a node can tell how many confirmations a block has.'),
    )
  try {
    const { latest, finalized } = await source.node.heights()
    const confirmations = latest - block.number + 1n
    const values = {
      confirmations: String(confirmations),
      'final up to block': finalized === null ? 'unknown' : String(finalized),
    }
    if (finalized !== null && finalized >= block.number) return passed(values)
    const sentence = makeSentence(
      'The block has {confirmations} confirmations and is not final yet.',
      {
        confirmations,
      },
    )
    return notChecked('NOT_FINAL', sentence, values)
  } catch (error) {
    return nodeUnreachable(error, {})
  }
}

type Values = Finding['values']

function checkTrustedHash(
  hashes: readonly Uint8Array[],
  chainId: bigint | undefined,
  chain: ChainProof,
  block: AnchoredBlock,
  values: Values,
): Finding {
  if (!hashes.some((hash) => equal(hash, block.hash))) {
    const sentence = makeSentence('Block {hash} is not one you trust.', {
      hash: to0x(block.hash),
    })
    return notChecked('BLOCK_NOT_TRUSTED', sentence, values)
  }
  if (chainId === undefined) {
    // Without this check, the same hash would pass for any chain.
    return notChecked(
      'CHAIN_UNKNOWN',
      makeSentence('Specify the chain of the trusted block hash.'),
      values,
    )
  }
  const sentence = makeSentence(
    'The block is on chain {chainId}, but the proof names chain {chainId2}.',
    {
      chainId,
      chainId2: chain.chainId,
    },
  )
  return passedIf(chainId === chain.chainId, 'CHAIN_DIFFERS', sentence, values)
}

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
        'The node is on chain {chainId}, but the proof names chain {chainId2}.',
        {
          chainId,
          chainId2: chain.chainId,
        },
      )
      return notChecked('NODE_ON_OTHER_CHAIN', sentence, values)
    }
    const hash = await node.blockHash(block.number)
    if (!hash) {
      const sentence = makeSentence('The node does not have block {number} yet.', {
        number: block.number,
      })
      return notChecked('NODE_BEHIND', sentence, values)
    }
    if (equal(hash, block.hash)) return passed(values)
    const sentence = makeSentence(
      'The node has a different block {number} on chain {chainId}. The block may have been replaced. Save a newer proof file and verify again.',
      { number: block.number, chainId },
    )
    return failed('BLOCK_REPLACED', sentence, { ...values, 'on the chain': to0x(hash) })
  } catch (error) {
    return nodeUnreachable(error, values)
  }
}

function nodeUnreachable(error: unknown, values: Values): Finding {
  const reason = error instanceof Error ? error.message : String(error)
  return notChecked(
    'NODE_UNREACHABLE',
    makeSentence('The node did not respond: {reason}', { reason }),
    values,
  )
}
