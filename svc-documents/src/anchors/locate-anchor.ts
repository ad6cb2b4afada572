/**
 * Finds the transaction that set the log's head on the chain, fetches the proof that its block
 * contains it, and publishes the anchor once it is final.
 */

import { formatAnchorFile } from '@inkproof/proof/anchor-file'
import { equal, from0x, fromHex, to0x, uintBe, utf8 } from '@inkproof/proof/bytes'
import { chainProofFromRpc, type FoundAnchor, type Rpc } from '@inkproof/proof/chain-rpc'
import type { AnchorHead } from '@inkproof/protocol/log'
import type { GrowingTree } from '../log/growing-tree.ts'
import type { HeadsStore } from '../log/heads-store.ts'
import type { LogFiles } from '../log/log-files.ts'
import { readIfIntact } from '../log/unreadable-file.ts'
import type { CosignatureCollector } from '../witnesses/collect-cosignatures.ts'
import { anchorPath, LATEST_ANCHOR_PATH } from './anchor-paths.ts'
import { parseQuantity } from './node.ts'
import { type AnchoredHead, type AnchorTarget, readAnchorEvents } from './observe.ts'
import type { SignNote } from './plan.ts'
import { buildStatusBitmap } from './status-entry.ts'

export type LocateAnchorDeps = {
  rpc: Rpc
  target: AnchorTarget
  files: LogFiles
  heads: Pick<HeadsStore, 'read'>
  requiredConfirmations: number
  cosignatures: Pick<CosignatureCollector, 'linesFor'>
  signNote: SignNote
}

/** An anchor found on the chain, with its transaction, and the size of the anchor before it (0 if there is none). */
export type LocatedAnchor = FoundAnchor & { txHash: string; previousSize: number }

/**
 * Finds the anchor that set a head. The previous result is reused only while its block is still on
 * the chain.
 *
 * @throws AnchoringPaused node-unreachable
 * @throws ProofError when the node's responses contradict each other
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
  const located = await searchAnchor(deps, head)
  if (!located) throw new Error(`no event on the chain matches the head of ${head.size} entries`)
  return located
}

/**
 * Finds the transaction that set a head. Returns undefined if the node knows neither a transaction of its row nor an event.
 *
 * @throws as {@link locateAnchor}
 */
export async function searchAnchor(
  deps: LocateAnchorDeps,
  head: AnchoredHead,
): Promise<LocatedAnchor | undefined> {
  const txHash = await findTransaction(deps, head)
  if (txHash === undefined) return undefined
  const { contract, operator } = deps.target
  const expected = { contract: from0x(contract), operator: from0x(operator) }
  const anchor = await chainProofFromRpc(deps.rpc, txHash, expected)
  if (!matchesHead(anchor, head))
    throw new Error(`${txHash} anchored a different state than the head on the chain`)
  return { ...anchor, txHash, previousSize: head.row?._id ?? (await findPreviousSize(deps, head)) }
}

/** Converts an anchor to its public form. */
export function toAnchorHead(anchor: LocatedAnchor, latestBlock: number): AnchorHead {
  const number = Number(anchor.block.number)
  return {
    size: Number(anchor.size),
    root: to0x(anchor.root).slice(2),
    txHash: anchor.txHash,
    blockNumber: number,
    blockHash: to0x(anchor.block.hash),
    blockTime: formatBlockTime(anchor),
    // The anchor may be in a block newer than the latest one read.
    confirmations: Math.max(1, latestBlock - number + 1),
  }
}

/**
 * Returns the last published final anchor with its current confirmations, for use while `newest` is
 * not final yet. Returns null if there is none, or if the chain no longer confirms it because of a
 * reorganization.
 */
export async function findPreviousFinalAnchor(
  deps: Pick<LocateAnchorDeps, 'rpc' | 'requiredConfirmations' | 'heads'>,
  newest: AnchorHead,
  latestBlock: number,
): Promise<AnchorHead | null> {
  const { settled } = await deps.heads.read()
  if (!settled || settled.size > newest.size) return null
  const confirmations = latestBlock - settled.blockNumber + 1
  if (confirmations < deps.requiredConfirmations) return null
  const isOnChain = await isStillOnChain(deps.rpc, settled.txHash, from0x(settled.blockHash))
  return isOnChain ? { ...settled, confirmations } : null
}

/**
 * Writes the anchor's files, with the witnesses' newest cosignatures on its checkpoint, unless they have this content
 * already.
 */
export async function publishAnchor(
  deps: LocateAnchorDeps,
  anchor: LocatedAnchor,
  head: AnchoredHead,
  tree: GrowingTree,
  paths: readonly string[] = [anchorPath(head.size), LATEST_ANCHOR_PATH],
): Promise<void> {
  const { row } = head
  const note = row?.note ?? (await deps.signNote(head.size, head.root, anchor.previousSize))
  const text = formatAnchorFile({
    size: anchor.size,
    checkpoint: note + (await deps.cosignatures.linesFor(head)),
    chain: anchor.proof,
    txHash: anchor.txHash,
    blockNumber: anchor.block.number,
    blockHash: to0x(anchor.block.hash),
    blockTime: formatBlockTime(anchor),
    previousSize: BigInt(anchor.previousSize),
    status: row && {
      index: BigInt(row.status.index),
      n: BigInt(row.status.size),
      bitmap: buildStatusBitmap(tree.invalidations, row.status.size),
    },
  })
  const bytes = utf8(text)
  for (const path of paths) {
    const existing = await readIfIntact('served folder', deps.files.read, path)
    if (!existing || !equal(existing, bytes)) await deps.files.write(new Map([[path, bytes]]))
  }
}

function matchesHead(anchor: FoundAnchor, head: AnchoredHead): boolean {
  return Number(anchor.size) === head.size && equal(anchor.root, fromHex(head.root))
}

async function isStillOnChain(rpc: Rpc, txHash: string, blockHash: Uint8Array): Promise<boolean> {
  return (await findBlockHash(rpc, txHash)) === to0x(blockHash)
}

/** Returns the hash of the block with the transaction, 0x hex; undefined if the node does not know it. */
export async function findBlockHash(rpc: Rpc, txHash: string): Promise<string | undefined> {
  const receipt = (await rpc('eth_getTransactionReceipt', [txHash])) as Receipt | null
  return receipt?.blockHash
}

type Receipt = { status?: string; blockHash?: string }

/** Looks for the transaction in the row first, then in the contract's events. */
async function findTransaction(
  deps: LocateAnchorDeps,
  head: AnchoredHead,
): Promise<string | undefined> {
  for (const { txHash } of head.row?.txs.toReversed() ?? []) {
    const receipt = (await deps.rpc('eth_getTransactionReceipt', [txHash])) as Receipt | null
    if (receipt?.status && parseQuantity(receipt.status) === 1n) return txHash
  }
  const data = to0x(encodeEventData(head))
  return (await readAnchorEvents(deps)).findLast((event) => event.data === data)?.transactionHash
}

/** Reads the size of the anchor before a head from the contract's events, if the row was lost. */
async function findPreviousSize(deps: LocateAnchorDeps, { size }: AnchoredHead): Promise<number> {
  const events = await readAnchorEvents(deps)
  const sizes = events.map(({ data }) => Number(uintBe(from0x(data.slice(0, 66)))))
  return Math.max(0, ...sizes.filter((other) => other < size))
}

function encodeEventData({ size, root }: AnchoredHead): Uint8Array {
  return fromHex(size.toString(16).padStart(64, '0') + root)
}

function formatBlockTime(anchor: LocatedAnchor): string {
  return new Date(Number(anchor.block.time) * 1_000).toISOString()
}
