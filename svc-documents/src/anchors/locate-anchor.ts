/**
 * Finds the transaction behind the head on the chain, proves it down to its block, and publishes
 * the anchor once it is final.
 */

import { formatAnchorFile } from '@inkproof/proof/anchor-file'
import { equal, from0x, fromHex, to0x, utf8 } from '@inkproof/proof/bytes'
import { chainProofFromRpc, type FoundAnchor, type Rpc } from '@inkproof/proof/chain-rpc'
import type { AnchorHead } from '@inkproof/protocol/log'
import type { GrowingTree } from '../log/growing-tree.ts'
import type { HeadsStore } from '../log/heads-store.ts'
import { type LogFiles, readIfExists } from '../log/log-files.ts'
import { anchorPath, LATEST_ANCHOR_PATH } from './anchor-paths.ts'
import { parseQuantity } from './node.ts'
import { type AnchoredHead, type AnchorTarget, anchorEvents } from './observe.ts'
import { bitmapBelow } from './status-entry.ts'

export type LocateAnchorDeps = {
  rpc: Rpc
  target: AnchorTarget
  files: LogFiles
  heads: Pick<HeadsStore, 'read'>
  confirmationsWanted: number
  /** Returns the signed checkpoint of a state; signing is deterministic. */
  signNote: (size: number, root: string) => string
}

/** An anchor found on the chain, with its transaction. */
export type LocatedAnchor = FoundAnchor & { txHash: string }

/**
 * Finds the anchor behind a head. An earlier result is reused only while its block is still on the
 * chain.
 *
 * @throws AnchoringPaused node-unreachable, ProofError when the node's responses contradict each other
 */
export async function locateAnchor(
  deps: LocateAnchorDeps,
  head: AnchoredHead,
  previous: LocatedAnchor | undefined,
): Promise<LocatedAnchor> {
  if (
    previous &&
    matchesHead(previous, head) &&
    (await isStillOnChain(deps.rpc, previous.txHash, previous.block.hash))
  )
    return previous
  const txHash = await findTransaction(deps, head)
  const { contract, operator } = deps.target
  const expected = { contract: from0x(contract), operator: from0x(operator) }
  const anchor = await chainProofFromRpc(deps.rpc, txHash, expected)
  if (!matchesHead(anchor, head))
    throw new Error(`${txHash} anchored a different state than the head on the chain`)
  return { ...anchor, txHash }
}

/** Converts an anchor to its public form. @param latest number of the latest block */
export function toAnchorHead(anchor: LocatedAnchor, latest: number): AnchorHead {
  const number = Number(anchor.block.number)
  return {
    size: Number(anchor.size),
    root: to0x(anchor.root).slice(2),
    txHash: anchor.txHash,
    blockNumber: number,
    blockHash: to0x(anchor.block.hash),
    blockTime: blockTimeOf(anchor),
    // The anchor may be in a block newer than the latest one read.
    confirmations: Math.max(1, latest - number + 1),
  }
}

/**
 * Returns the last published final anchor with its current confirmations, for use while `newest` is
 * not final yet. Returns null if there is none, or if its transaction is no longer in the same block.
 *
 * @param latest number of the latest block
 */
export async function previousFinalAnchor(
  deps: Pick<LocateAnchorDeps, 'rpc' | 'confirmationsWanted' | 'heads'>,
  newest: AnchorHead,
  latest: number,
): Promise<AnchorHead | null> {
  const { settled } = await deps.heads.read()
  if (!settled || settled.size > newest.size) return null
  const confirmations = latest - settled.blockNumber + 1
  if (confirmations < deps.confirmationsWanted) return null
  const isOnChain = await isStillOnChain(deps.rpc, settled.txHash, from0x(settled.blockHash))
  return isOnChain ? { ...settled, confirmations } : null
}

/** Writes the anchor's files, unless they have this content already. */
export async function publishAnchor(
  deps: LocateAnchorDeps,
  anchor: LocatedAnchor,
  head: AnchoredHead,
  tree: GrowingTree,
): Promise<void> {
  const { row } = head
  const text = formatAnchorFile({
    size: anchor.size,
    checkpoint: row?.note ?? deps.signNote(head.size, head.root),
    chain: anchor.proof,
    txHash: anchor.txHash,
    blockNumber: anchor.block.number,
    blockHash: to0x(anchor.block.hash),
    blockTime: blockTimeOf(anchor),
    status: row && {
      index: BigInt(row.status.index),
      n: BigInt(row.status.size),
      bitmap: bitmapBelow(tree.invalidations, row.status.size),
    },
  })
  const bytes = utf8(text)
  for (const path of [anchorPath(head.size), LATEST_ANCHOR_PATH]) {
    const existing = await readIfExists(deps.files.read, path)
    if (!existing || !equal(existing, bytes)) await deps.files.write(new Map([[path, bytes]]))
  }
}

function matchesHead(anchor: FoundAnchor, head: AnchoredHead): boolean {
  return Number(anchor.size) === head.size && equal(anchor.root, fromHex(head.root))
}

async function isStillOnChain(rpc: Rpc, txHash: string, blockHash: Uint8Array): Promise<boolean> {
  const receipt = (await rpc('eth_getTransactionReceipt', [txHash])) as Receipt | null
  return receipt?.blockHash === to0x(blockHash)
}

type Receipt = { status?: string; blockHash?: string }

/** Tries the transactions stored in the row, then the ones named by the contract's events. */
async function findTransaction(deps: LocateAnchorDeps, head: AnchoredHead): Promise<string> {
  for (const { txHash } of head.row?.txs.toReversed() ?? []) {
    const receipt = (await deps.rpc('eth_getTransactionReceipt', [txHash])) as Receipt | null
    if (receipt?.status && parseQuantity(receipt.status) === 1n) return txHash
  }
  const data = to0x(concatState(head))
  const event = (await anchorEvents(deps)).findLast((event) => event.data === data)
  if (!event) throw new Error(`the chain has ${head.size} entries but no matching event`)
  return event.transactionHash
}

function concatState({ size, root }: AnchoredHead): Uint8Array {
  return fromHex(size.toString(16).padStart(64, '0') + root)
}

function blockTimeOf(anchor: LocatedAnchor): string {
  return new Date(Number(anchor.block.time) * 1_000).toISOString()
}
