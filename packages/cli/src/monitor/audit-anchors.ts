/** Compares what the contract recorded, and the record's newest anchor file, with the recomputed record. */
import { parseAnchorFile } from '@inkproof/proof/anchor-file'
import { equal, fromHex, fromUtf8, to0x, toHex } from '@inkproof/proof/bytes'
import { verifyChainProof } from '@inkproof/proof/chain'
import { headHash } from '@inkproof/proof/log-anchor'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { bitmapRoot, type StatusSnapshot, statusEntry } from '@inkproof/proof/status'
import { leafHash } from '@inkproof/proof/tree'
import { type AuditDeps, messageOf, rootAt } from './audit-entries.ts'
import { sizeOf } from './audit-tree.ts'
import { type AnchoredState, type ChainState, NO_HEAD } from './chain-state.ts'
import { Contradiction } from './contradiction.ts'
import type { LeafIndex } from './leaf-index.ts'
import { openRecordCheckpoint, type Rotations } from './record-keys.ts'
import type { MonitorState } from './state-file.ts'

/** Path of the record's newest anchor file. */
const ANCHOR_FILE = 'anchor/latest'

/** Compares each anchored state: its root, and that it ends with a status that covers every entry before it. */
export function auditAnchors(
  { leaves, raise }: AuditDeps,
  state: MonitorState,
  anchors: readonly AnchoredState[],
): void {
  for (const { size, root, block } of anchors) {
    const expected = rootAt(size, state, leaves)
    if (root !== expected) {
      const message = `The state of ${size} entries anchored in block ${block} is not that of the record.`
      throw new Contradiction('ANCHOR_DIFFERS', message, { index: size - 1, expected, found: root })
    }
    const withheld = findWithheldStatus(state, size)
    if (withheld) raise(withheld)
  }
}

/** The status of an anchored state is withheld if its last entry is not one, or does not cover all others. */
function findWithheldStatus({ status }: MonitorState, size: number): Contradiction | undefined {
  const last = status.statuses.find(({ index }) => index === size - 1)
  if (last?.covers === size - 1) return undefined
  const message = `The anchored state of ${size} entries withholds its status: what was revoked in it cannot be proved.`
  const found = last ? `a status of ${last.covers} entries` : 'no status entry'
  const expected = `a status of ${size - 1} entries`
  return new Contradiction('STATUS_WITHHELD', message, { index: size - 1, expected, found })
}

/** Returns the largest anchored state: of this check, or of earlier ones. */
export function newestAnchor(
  state: Pick<MonitorState, 'anchored'>,
  { anchors }: ChainState,
): { size: number; root: string } | null {
  const last = anchors.at(-1) ?? null
  return last && last.size >= (state.anchored?.size ?? 0) ? last : state.anchored
}

/** Whether the contract's head is the newest anchored state. */
export function isHead(anchor: { size: number; root: string } | null, head: string): boolean {
  return head === (anchor ? to0x(headHash(BigInt(anchor.size), fromHex(anchor.root))) : NO_HEAD)
}

/** @throws Contradiction HEAD_DIFFERS when the contract's head is not the newest anchored state */
export function auditHead(anchor: { size: number; root: string } | null, head: string): void {
  if (isHead(anchor, head)) return
  const message =
    head === NO_HEAD
      ? 'The contract has no state of this record, although one was anchored.'
      : 'The contract’s head is not the newest state that it recorded for this record.'
  throw new Contradiction('HEAD_DIFFERS', message, {
    ...(anchor && { index: anchor.size - 1 }),
    expected: anchor ? to0x(headHash(BigInt(anchor.size), fromHex(anchor.root))) : NO_HEAD,
    found: head,
  })
}

/**
 * Compares the newest anchor file with the recomputed record and with the chain. Returns the state it is about;
 * undefined when there is no file, it was checked before, or it is newer than the checkpoint.
 *
 * @throws Contradiction ANCHOR_FILE_DIFFERS, KEY_REPLACED, KEY_NOT_ACCEPTED; Unavailable
 */
export async function auditAnchorFile(
  { files, leaves }: AuditDeps,
  state: MonitorState,
  rotations: Rotations,
): Promise<{ size: number; root: string } | undefined> {
  const bytes = await files.readIfExists(ANCHOR_FILE)
  if (!bytes) return undefined
  const digest = toHex(nodeSha256(bytes))
  if (digest === state.anchorFile) return undefined
  const anchored = checkAnchorFile(bytes, { state, leaves, rotations })
  if (anchored) state.anchorFile = digest
  return anchored
}

function checkAnchorFile(
  bytes: Uint8Array,
  { state, leaves, rotations }: { state: MonitorState; leaves: LeafIndex; rotations: Rotations },
) {
  try {
    const file = parseAnchorFile(fromUtf8(bytes))
    const checkpoint = openRecordCheckpoint(file.checkpoint, state.record, rotations, ANCHOR_FILE)
    const size = Number(checkpoint.size)
    if (size > sizeOf(state.tree)) return undefined
    const root = rootAt(size, state, leaves)
    assertEqual('root', root, toHex(checkpoint.root), size)
    assertEqual('number of entries', String(size), String(file.size), size)
    assertEqual('chain', state.record.chainId, String(file.chain.chainId), size)
    assertEqual('contract', state.record.contract, to0x(file.chain.contract), size)
    verifyChainProof(file.chain, checkpoint)
    if (file.status) assertStatus(file.status, size, leaves)
    else if (!findWithheldStatus(state, size)) throw unpublishedStatus(size)
    return { size, root }
  } catch (error) {
    if (error instanceof Contradiction) throw error
    const message = `The newest anchor file is invalid: ${messageOf(error)}`
    throw new Contradiction('ANCHOR_FILE_DIFFERS', message, { path: ANCHOR_FILE })
  }
}

function unpublishedStatus(size: number): Contradiction {
  const message = `The newest anchor file withholds the status of the state of ${size} entries.`
  const values = { path: ANCHOR_FILE, index: size - 1, expected: 'a status', found: 'no status' }
  return new Contradiction('STATUS_WITHHELD', message, values)
}

/** The bitmap in the file must be the one that the status entry commits to, which was recomputed. */
function assertStatus({ index, n, bitmap }: StatusSnapshot, size: number, leaves: LeafIndex): void {
  const entry = statusEntry(n, bitmapRoot(bitmap, n, nodeSha256), nodeSha256)
  const isRecorded =
    index < BigInt(size) && equal(leaves.read(Number(index), 1), leafHash(entry, nodeSha256))
  assertEqual('status', 'the recorded one', isRecorded ? 'the recorded one' : 'another', size)
}

function assertEqual(name: string, expected: string, found: string, size: number): void {
  if (expected === found) return
  const message = `The ${name} in the newest anchor file differs.`
  const values = { path: ANCHOR_FILE, index: size - 1, expected, found }
  throw new Contradiction('ANCHOR_FILE_DIFFERS', message, values)
}
