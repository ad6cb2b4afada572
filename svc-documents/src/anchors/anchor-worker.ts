/**
 * Runs in the `log` role. Observes the chain, publishes its state, and anchors when entries are waiting.
 *
 * Every round starts from the state on the chain. The process can therefore be killed at any point,
 * several workers can run, and anchors removed by a reorganization are created again.
 */
import type { AnchorProblem } from '@inkproof/protocol/log'
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { createLoop, type Loop } from '@inkproof/service-kit/loop'
import type { GrowingTree } from '../log/growing-tree.ts'
import type { AnchorState } from '../log/heads-store.ts'
import type { LogKeyRing } from '../log/log-key-ring.ts'
import { isEmbedded } from '../platform/embedded-chain.ts'
import type { CosignatureCollector } from '../witnesses/collect-cosignatures.ts'
import { AnchoringPaused } from './anchoring-paused.ts'
import type { AnchorRow } from './anchors.model.ts'
import { type AppendStatusDeps, appendStatus, type PlannedStatus } from './append-status.ts'
import {
  findPreviousFinalAnchor,
  type LocateAnchorDeps,
  type LocatedAnchor,
  locateAnchor,
  publishAnchor,
  toAnchorHead,
} from './locate-anchor.ts'
import { NodeError } from './node.ts'
import { type ChainView, type ObserveDeps, observe } from './observe.ts'
import { needsAnchor, type PlanDeps, plan } from './plan.ts'
import { republishEarlierAnchors } from './republish-earlier.ts'
import { type SendDeps, send } from './send.ts'

export type AnchorWorkerDeps = ObserveDeps &
  PlanDeps &
  AppendStatusDeps &
  SendDeps &
  LocateAnchorDeps & {
    /** The log's tree; undefined until the startup check against the signed states has passed. */
    tree: () => GrowingTree | undefined
    cosignatures: CosignatureCollector
    /** Stores that an anchor is final, for the validity of the log's keys. */
    recordFinalAnchor: LogKeyRing['recordFinalAnchor']
    /** Writes the policy if it changed. */
    publishPolicy: () => Promise<void>
    /** Intended maximum time between an entry and its anchor, including sending. */
    anchorMs: number
    log: Log
    /** Notifies the subscribers of the heads stream. */
    onChange: () => void
    /**
     * Called when the log's files may be damaged: the chain has a state that they do not yield, or a
     * round failed unexpectedly.
     */
    onInconsistency: () => void
  }

export type AnchorWorker = Dependency & {
  wake(): void
  /**
   * Whether the log may sign: false until the chain was checked or found to be unavailable, and while
   * the chain contains a state that the log cannot reproduce.
   */
  maySign(): boolean
}

const EMBEDDED_POLL_MS = 250
const POLL_MS = 3_000
/** Entries that arrive within this time share an anchor. */
const BATCH_MS = 300
/** Fraction of `anchorMs` between two anchors; the rest is for sending and confirming. */
const ANCHOR_INTERVAL_FRACTION = 0.7
const REPUBLISH_MS = 5_000
/**
 * Delay before the status entry is appended again after another entry took its index; that entry has
 * to be added to the tree first.
 */
const RETRY_APPEND_MS = 50

type State = {
  /** The anchor that set the head most recently seen on the chain. */
  located: LocatedAnchor | undefined
  status: PlannedStatus | undefined
  /** Number of times another entry took the status entry's index. */
  statusAttempts: number
  /** Head of the last anchor whose cosignatures were collected. */
  cosignedHead: string | undefined
  /** Block of the final anchor whose earlier anchors were last compared with the chain. */
  comparedEarlierFrom: string | undefined
  /** When entries without an anchor were first seen; undefined if there are none. */
  waitingSinceMs: number | undefined
  /** Whether the head on the chain is a state of this log. */
  head: 'not compared' | 'known' | 'unknown'
  problem: string | null
  published: Partial<AnchorState>
  publishedAtMs: number
}

export function createAnchorWorker(deps: AnchorWorkerDeps): AnchorWorker {
  const state: State = {
    located: undefined,
    status: undefined,
    statusAttempts: 0,
    cosignedHead: undefined,
    comparedEarlierFrom: undefined,
    waitingSinceMs: undefined,
    head: 'not compared',
    problem: 'the chain has not been checked yet',
    published: {},
    publishedAtMs: 0,
  }
  const pollMs = isEmbedded(deps.target.chainId) ? EMBEDDED_POLL_MS : POLL_MS
  const loop: Loop = createLoop(() => runRound(deps, state, loop), pollMs)
  return {
    name: 'chain',
    prepare: async () => loop.start(),
    check: async () => {
      if (state.problem !== null) throw new Error(state.problem)
    },
    close: () => loop.stop(),
    wake: loop.wake,
    maySign: () => state.head === 'known',
  }
}

/** Returns the milliseconds until the next round; undefined for the default. */
async function runRound(
  deps: AnchorWorkerDeps,
  state: State,
  loop: Loop,
): Promise<number | undefined> {
  const tree = deps.tree()
  if (!tree) return undefined
  try {
    const pauseMs = await anchorIfDue(deps, state, tree)
    state.problem = null
    await publishState(deps, state, { trouble: null })
    return pauseMs
  } catch (error) {
    if (loop.isStopping()) return undefined
    await handleError(deps, state, error)
    return undefined
  }
}

/**
 * Reads the chain, publishes its state, and sends the next anchor if one is due. Returns the
 * milliseconds until the next round; undefined for the default.
 */
async function anchorIfDue(
  deps: AnchorWorkerDeps,
  state: State,
  tree: GrowingTree,
): Promise<number | undefined> {
  const view = await observe(deps, Number(tree.writtenSize))
  state.head = 'known'
  const isFinal = await followHead(deps, state, tree, view)
  await deps.publishPolicy()
  const anchoredSize = view.head?.size ?? 0
  if (!needsAnchor(tree, view.head)) {
    state.waitingSinceMs = undefined
    await publishState(deps, state, { pending: null, nextAnchorAt: null })
    return isFinal ? deps.anchorMs : undefined
  }
  const planned = await deps.store.findBySize(anchoredSize)
  // The next anchor waits until the newest one is final. Otherwise, under constant load, every anchor
  // would be followed by another before it is final, and none would be published.
  if (!planned && !isFinal) {
    await publishState(deps, state, { pending: null, nextAnchorAt: null })
    return undefined
  }
  const dueAt = dueTime(deps, state, view)
  const remainingMs = dueAt - deps.now().getTime()
  if (!planned && remainingMs > 0) {
    await publishState(deps, state, { pending: null, nextAnchorAt: new Date(dueAt) })
    return remainingMs
  }
  const row = planned ?? (await planNow(deps, state, tree, view))
  // A state that includes the appended status entry will be signed shortly, which wakes this worker.
  if (!row) return state.status ? undefined : RETRY_APPEND_MS
  await collectCosignatures(deps, state, row)
  const txHash = await send(deps, row, view)
  await publishState(deps, state, {
    pending: { size: row.toSize, txHash },
    nextAnchorAt: new Date(dueAt),
  })
  return isEmbedded(deps.target.chainId) ? 0 : undefined
}

/**
 * Publishes the newest anchor's confirmations, and its files once it is final. Returns whether it is
 * final; true if there is no anchor.
 */
async function followHead(
  deps: AnchorWorkerDeps,
  state: State,
  tree: GrowingTree,
  view: ChainView,
): Promise<boolean> {
  if (!view.head) {
    state.located = undefined
    await publishState(deps, state, { anchor: null, settled: null })
    return true
  }
  state.located = await locateAnchor(deps, view.head, state.located)
  const anchor = toAnchorHead(state.located, view.blockNumber)
  const isFinal = anchor.confirmations >= deps.requiredConfirmations
  if (isFinal) {
    await publishAnchor(deps, state.located, view.head, tree)
    if (state.comparedEarlierFrom !== anchor.blockHash)
      await republishEarlierAnchors(deps, state.located, tree)
    state.comparedEarlierFrom = anchor.blockHash
    await deps.recordFinalAnchor({ ...view.head, previousSize: state.located.previousSize })
  }
  const settled = isFinal ? anchor : await findPreviousFinalAnchor(deps, anchor, view.blockNumber)
  await publishState(deps, state, { anchor, settled })
  return isFinal
}

function dueTime(deps: AnchorWorkerDeps, state: State, view: ChainView): number {
  state.waitingSinceMs ??= deps.now().getTime()
  const lastPlannedAt = view.head?.row?.plannedAt.getTime() ?? 0
  return Math.max(
    state.waitingSinceMs + BATCH_MS,
    lastPlannedAt + deps.anchorMs * ANCHOR_INTERVAL_FRACTION,
  )
}

async function planNow(deps: AnchorWorkerDeps, state: State, tree: GrowingTree, view: ChainView) {
  // Another worker may have anchored beyond the status entry appended here.
  if (state.status && state.status.index < (view.head?.size ?? 0)) state.status = undefined
  state.status ??= await appendStatus(deps, tree, state.statusAttempts)
  if (!state.status) {
    state.statusAttempts += 1
    return undefined
  }
  state.statusAttempts = 0
  const row = await plan(deps, view.head, state.status)
  if (row) state.status = undefined
  return row
}

/** Collects the cosignatures on a state once, before its first transaction. Takes at most 5 seconds. */
async function collectCosignatures(
  { cosignatures }: AnchorWorkerDeps,
  state: State,
  { toSize, toRoot, toHead, note, txs }: AnchorRow,
): Promise<void> {
  if (txs.length > 0 || state.cosignedHead === toHead) return
  state.cosignedHead = toHead
  await cosignatures.collect({ size: toSize, root: toRoot, note })
}

async function handleError(deps: AnchorWorkerDeps, state: State, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  if (state.problem !== reason) deps.log.error({ err: error }, 'anchoring is paused')
  state.problem = reason
  const problem = toAnchorProblem(error)
  if (!problem || problem === 'head-unknown') deps.onInconsistency()
  if (!problem) return
  if (problem === 'head-unknown') state.head = 'unknown'
  // An unavailable chain does not contradict the log, so the log may be signed.
  else if (state.head === 'not compared') state.head = 'known'
  await publishState(deps, state, { trouble: problem }).catch((failure: unknown) =>
    deps.log.error({ err: failure }, 'the anchoring state could not be stored'),
  )
}

/**
 * Returns the problem to report to users; undefined for other errors. A node that rejects a basic
 * method counts as unreachable.
 */
function toAnchorProblem(error: unknown): AnchorProblem | undefined {
  if (error instanceof AnchoringPaused) return error.problem
  return error instanceof NodeError ? 'node-unreachable' : undefined
}

/**
 * Stores the anchoring state if it changed. An unchanged state is stored again every few seconds,
 * because another worker may have stored a problem and then died.
 */
async function publishState(
  deps: AnchorWorkerDeps,
  state: State,
  change: Partial<AnchorState>,
): Promise<void> {
  const next = { ...state.published, ...change }
  const isOld = deps.now().getTime() - state.publishedAtMs > REPUBLISH_MS
  if (!isOld && JSON.stringify(next) === JSON.stringify(state.published)) return
  await deps.heads.setAnchorState(next)
  state.published = next
  state.publishedAtMs = deps.now().getTime()
  deps.onChange()
}
