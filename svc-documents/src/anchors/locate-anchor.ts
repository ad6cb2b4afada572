/**
 * Finds the transaction behind the head on the chain, proves it down to its block, and publishes
 * the anchor once it is deep enough.
 */

import { formatAnchorFile } from '@inkproof/proof/anchor-file'
import { equal, from0x, fromHex, to0x, utf8 } from '@inkproof/proof/bytes'
import { chainProofFromRpc, type FoundAnchor, type Rpc } from '@inkproof/proof/chain-rpc'
import type { AnchorHead } from '@inkproof/protocol/log'
import type { GrowingTree } from '../log/growing-tree.ts'
import type { HeadsStore } from '../log/heads-store.ts'
import { type LogFiles, readIfThere } from '../log/log-files.ts'
import { anchorPath, LATEST_ANCHOR_PATH } from './anchor-paths.ts'
import { quantity } from './node.ts'
import { type AnchoredHead, anchorEvents, type Place } from './observe.ts'
import { bitmapBelow } from './status-entry.ts'

export type LocateAnchorDeps = {
  rpc: Rpc
  place: Place
  files: LogFiles
  heads: Pick<HeadsStore, 'read'>
  confirmationsWanted: number
  /** Returns the checkpoint of a state; signing it again gives the same bytes. */
  noteOf: (size: number, root: string) => string
}

/** An anchor found on the chain, with its transaction. */
export type LocatedAnchor = FoundAnchor & { txHash: string }

/**
 * Finds the anchor behind a head. An earlier result is reused only while its block is still on the
 * chain.
 *
 * @throws AnchoringWaits node-unreachable, ProofError when the node's answers contradict each other
 */
export async function locateAnchor(
  deps: LocateAnchorDeps,
  head: AnchoredHead,
  before: LocatedAnchor | undefined,
): Promise<LocatedAnchor> {
  if (
    before &&
    isOf(before, head) &&
    (await isStillOnChain(deps.rpc, before.txHash, before.block.hash))
  )
    return before
  const txHash = await transactionOf(deps, head)
  const { contract, operator } = deps.place
  const of = { contract: from0x(contract), operator: from0x(operator) }
  const found = await chainProofFromRpc(deps.rpc, txHash, of)
  if (!isOf(found, head)) throw new Error(`${txHash} anchored another state than the chain holds`)
  return { ...found, txHash }
}

/** Converts it to the public form. @param latest number of the latest block */
export function anchorHead(settled: LocatedAnchor, latest: number): AnchorHead {
  const number = Number(settled.block.number)
  return {
    size: Number(settled.size),
    root: to0x(settled.root).slice(2),
    txHash: settled.txHash,
    blockNumber: number,
    blockHash: to0x(settled.block.hash),
    blockTime: timeOf(settled),
    // The anchor may be in a block newer than the latest one read.
    confirmations: Math.max(1, latest - number + 1),
  }
}

/**
 * Returns the newest final anchor before this one, which is not final yet; null when the chain no
 * longer has it in the same block.
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
  const stands = await isStillOnChain(deps.rpc, settled.txHash, from0x(settled.blockHash))
  return stands ? { ...settled, confirmations } : null
}

/** Writes the anchor's files, unless they have this content already. */
export async function publishAnchor(
  deps: LocateAnchorDeps,
  settled: LocatedAnchor,
  head: AnchoredHead,
  tree: GrowingTree,
): Promise<void> {
  const { row } = head
  const text = formatAnchorFile({
    size: settled.size,
    checkpoint: row?.note ?? deps.noteOf(head.size, head.root),
    chain: settled.proof,
    txHash: settled.txHash,
    blockNumber: settled.block.number,
    blockHash: to0x(settled.block.hash),
    blockTime: timeOf(settled),
    status: row && {
      index: BigInt(row.status.index),
      n: BigInt(row.status.size),
      bitmap: bitmapBelow(tree.endings, row.status.size),
    },
  })
  const bytes = utf8(text)
  for (const path of [anchorPath(head.size), LATEST_ANCHOR_PATH]) {
    const there = await readIfThere(deps.files.read, path)
    if (!there || !equal(there, bytes)) await deps.files.write(new Map([[path, bytes]]))
  }
}

function isOf(found: FoundAnchor, head: AnchoredHead): boolean {
  return Number(found.size) === head.size && equal(found.root, fromHex(head.root))
}

async function isStillOnChain(rpc: Rpc, txHash: string, blockHash: Uint8Array): Promise<boolean> {
  const receipt = (await rpc('eth_getTransactionReceipt', [txHash])) as Receipt | null
  return receipt?.blockHash === to0x(blockHash)
}

type Receipt = { status?: string; blockHash?: string }

/** Tries the transactions stored in the row, then the ones named by the contract's events. */
async function transactionOf(deps: LocateAnchorDeps, head: AnchoredHead): Promise<string> {
  for (const { txHash } of head.row?.txs.toReversed() ?? []) {
    const receipt = (await deps.rpc('eth_getTransactionReceipt', [txHash])) as Receipt | null
    if (receipt?.status && quantity(receipt.status) === 1n) return txHash
  }
  const data = to0x(concatState(head))
  const event = (await anchorEvents(deps)).findLast((found) => found.data === data)
  if (!event) throw new Error(`the chain has ${head.size} entries but no matching event`)
  return event.transactionHash
}

function concatState({ size, root }: AnchoredHead): Uint8Array {
  return fromHex(size.toString(16).padStart(64, '0') + root)
}

function timeOf(settled: LocatedAnchor): string {
  return new Date(Number(settled.block.time) * 1_000).toISOString()
}
