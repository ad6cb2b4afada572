/** One check of a record: the chain, the checkpoint, everything new since the last check, and their agreement. */
import { fromUtf8, toHex } from '@inkproof/proof/bytes'
import type { Rpc } from '@inkproof/proof/chain-rpc'
import type { Checkpoint } from '@inkproof/proof/checkpoint'
import { auditAnchorFile, auditAnchors, auditHead, isHead, newestAnchor } from './audit-anchors.ts'
import { type AuditDeps, auditEntries, messageOf } from './audit-entries.ts'
import { auditRotations, auditTransitions, readRotations } from './audit-rotations.ts'
import { copyTree, rootOf, sizeOf } from './audit-tree.ts'
import { type ChainState, readChain } from './chain-state.ts'
import { Contradiction } from './contradiction.ts'
import { areKeysExpected, openRecordCheckpoint, type Rotations } from './record-keys.ts'
import { findDifference, isEmbedded, parseRecordPolicy } from './record-policy.ts'
import { type RetryOptions, retry } from './retry.ts'
import type { MonitorState } from './state-file.ts'
import { copyStatus } from './status-audit.ts'

export type CheckDeps = AuditDeps & {
  rpc: Rpc
  retryOptions: RetryOptions
  maxAgeMs: number
  now: () => number
  warn: (message: string) => void
}

/** What a check covered. */
export type CheckResult = {
  state: MonitorState
  /** Number of entries in the record. */
  size: number
  /** Number of entries, tiles and anchored states compared in this check. */
  entries: number
  tiles: number
  anchors: number
  /** Number of entries in the newest anchored state. */
  anchoredSize: number
}

const CHECKPOINT = 'checkpoint'
const POLICY = 'policy.json'

/**
 * Checks everything that is new since `before`, which it leaves unchanged, and returns the new state.
 *
 * @throws Contradiction; Unavailable
 */
export async function checkRecord(deps: CheckDeps, before: MonitorState): Promise<CheckResult> {
  const state = {
    ...before,
    tree: copyTree(before.tree),
    status: copyStatus(before.status),
  }
  // The chain first: what it has anchored by now must be in the checkpoint that is read afterwards.
  const chain = await readConsistentChain(deps, before)
  const { checkpoint, note, rotations } = await readCheckpoint(deps, before, chain)
  const compared = await auditEntries(deps, state, checkpoint, note)
  state.checkpoint = note
  auditRotations(deps, state, rotations)
  auditAnchors(deps, state, chain.anchors)
  await auditTransitions(deps, state, rotations, chain.anchors)
  const file = await auditAnchorFile(deps, state, rotations)
  // Without any event, because the search began later, the file names the state that the head must be.
  const anchor = newestAnchor(before, chain) ?? file ?? null
  auditHead(anchor, chain.head)
  await comparePolicy(deps, state, rotations)
  rememberAnchors(state, chain, anchor, deps.now())
  return {
    state,
    size: sizeOf(state.tree),
    ...compared,
    anchors: chain.anchors.length,
    anchoredSize: anchor?.size ?? 0,
  }
}

/**
 * Fails if the node's newest block is too old, or entries have waited too long for the chain. Separate from
 * {@link checkRecord}, because the state is stored before.
 *
 * @throws Contradiction HEAD_FROZEN, NODE_FROZEN
 */
export function assertFresh(
  { maxAgeMs, now }: Pick<CheckDeps, 'maxAgeMs' | 'now'>,
  state: MonitorState,
): void {
  const { waitingSinceMs, blockTimeMs, record } = state
  const oldest = now() - maxAgeMs
  // The embedded chain has few blocks while there is nothing to anchor.
  if (!isEmbedded(record) && blockTimeMs !== null && blockTimeMs < oldest)
    throw new Contradiction('NODE_FROZEN', 'The node’s newest block is too old.', {
      expected: `after ${isoTime(oldest)}`,
      found: isoTime(blockTimeMs),
    })
  if (waitingSinceMs !== null && waitingSinceMs < oldest)
    throw new Contradiction('HEAD_FROZEN', 'Entries have waited too long for the blockchain.', {
      index: state.lastContent,
      expected: `anchored after ${isoTime(oldest)}`,
      found: `not anchored since ${isoTime(waitingSinceMs)}`,
    })
}

/** Reads the chain again if the head and the events do not agree, because a block may have been replaced meanwhile. */
function readConsistentChain(deps: CheckDeps, before: MonitorState): Promise<ChainState> {
  return retry(
    deps.retryOptions,
    () => readChain(deps.rpc, before.record, BigInt(before.nextBlock)),
    { isDone: (chain) => isHead(newestAnchor(before, chain), chain.head) },
  )
}

/**
 * Reads the checkpoint, which must be at least as large as all that was seen before. A smaller one is read again,
 * because a cache or a second process can briefly serve an older one.
 *
 * The rotations are read after it, because the record publishes each one before a checkpoint with its entry.
 *
 * @throws Contradiction CHECKPOINT_INVALID, ROTATION_INVALID, KEY_REPLACED, KEY_NOT_ACCEPTED, CHECKPOINT_SHRANK, CHECKPOINT_FORKED, ANCHOR_BEYOND_CHECKPOINT, FILE_MISSING
 */
async function readCheckpoint(
  { files, retryOptions }: CheckDeps,
  before: MonitorState,
  chain: ChainState,
): Promise<{ checkpoint: Checkpoint; note: string; rotations: Rotations }> {
  const known = sizeOf(before.tree)
  const anchored = newestAnchor(before, chain)?.size ?? 0
  const read = async () => {
    const bytes = await files.read(CHECKPOINT)
    const rotations = await readRotations(files, before.record)
    return { ...openNote(bytes, before, rotations), rotations }
  }
  const { checkpoint, note, rotations } = await retry(retryOptions, read, {
    isDone: (result) => Number(result.checkpoint.size) >= Math.max(known, anchored),
  })
  const size = Number(checkpoint.size)
  const evidence = { ...(before.checkpoint && { before: before.checkpoint }), now: note }
  const sizes = { path: CHECKPOINT, found: `${size} entries`, evidence }
  if (size < known)
    throw new Contradiction('CHECKPOINT_SHRANK', 'The record has fewer entries than before.', {
      ...sizes,
      expected: `at least ${known} entries`,
    })
  if (size < anchored)
    throw new Contradiction(
      'ANCHOR_BEYOND_CHECKPOINT',
      'More entries are anchored than the record has signed.',
      { ...sizes, expected: `at least ${anchored} entries` },
    )
  const [root, found] = [toHex(rootOf(before.tree)), toHex(checkpoint.root)]
  if (size === known && root !== found)
    throw new Contradiction(
      'CHECKPOINT_FORKED',
      `The record has signed two different states of ${size} entries.`,
      { path: CHECKPOINT, expected: root, found, evidence },
    )
  return { checkpoint, note, rotations }
}

function openNote(bytes: Uint8Array, { record }: MonitorState, rotations: Rotations) {
  try {
    const note = fromUtf8(bytes)
    const checkpoint = openRecordCheckpoint(note, record, rotations, CHECKPOINT)
    if (checkpoint.size > MAX_SIZE) throw new Error('its number of entries is impossible')
    return { checkpoint, note }
  } catch (error) {
    if (error instanceof Contradiction) throw error
    throw new Contradiction(
      'CHECKPOINT_INVALID',
      `The checkpoint is invalid: ${messageOf(error)}`,
      {
        path: CHECKPOINT,
        evidence: { now: Buffer.from(bytes).toString('utf8') },
      },
    )
  }
}

/** Positions are stored in 32 bits. */
const MAX_SIZE = 2n ** 32n - 2n

/** Compares the policy that the record publishes with the one that is followed, whose keys rotations may have replaced. */
async function comparePolicy(
  { files, warn }: CheckDeps,
  { record }: MonitorState,
  rotations: Rotations,
): Promise<void> {
  const bytes = await files.readIfExists(POLICY)
  if (!bytes) return warn('The record publishes no policy.')
  let published: typeof record
  try {
    published = parseRecordPolicy(fromUtf8(bytes))
  } catch (error) {
    return warn(`The record’s policy cannot be compared: ${messageOf(error)}`)
  }
  if (areKeysExpected(record, published, rotations)) published.logKeys = record.logKeys
  const difference = findDifference(record, published)
  if (!difference) return
  const [expected, found] = difference.values
  const message = `The record publishes another policy: its ${difference.field} differs.`
  throw new Contradiction('POLICY_CHANGED', message, { path: POLICY, expected, found })
}

/** Modifies the state. Anchors in blocks that can still be replaced are compared again in the next check. */
function rememberAnchors(
  state: MonitorState,
  chain: ChainState,
  anchor: { size: number; root: string } | null,
  now: number,
): void {
  const final = chain.anchors.findLast(({ block }) => block <= chain.finalBlock)
  if (final && final.size >= (state.anchored?.size ?? 0))
    state.anchored = { size: final.size, root: final.root }
  // An anchor without an event is in a block before the search.
  else if (chain.anchors.length === 0) state.anchored = anchor
  const next = BigInt(chain.finalBlock) + 1n
  if (next > BigInt(state.nextBlock)) state.nextBlock = String(next)
  const { status } = state
  const oldest = (state.anchored?.size ?? 0) - 1
  status.statuses = status.statuses.filter(({ index }) => index >= oldest)
  const isWaiting = state.lastContent >= (anchor?.size ?? 0)
  state.waitingSinceMs = isWaiting ? (state.waitingSinceMs ?? now) : null
  state.blockTimeMs = chain.block.timeMs
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
