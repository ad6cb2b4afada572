/**
 * Runs in the `log` role. Observes the chain, publishes its state, and anchors when entries are waiting.
 *
 * Every round starts from the chain's own state, so it does not matter at which line the process
 * was killed, how many workers run, or what a reorganization removed from the chain.
 */
import type { AnchorProblem } from '@inkproof/protocol/log'
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { createLoop, type Loop } from '@inkproof/service-kit/loop'
import type { GrowingTree } from '../log/growing-tree.ts'
import type { AnchorState } from '../log/heads-store.ts'
import { isEmbedded } from '../platform/embedded-chain.ts'
import { AnchoringPaused } from './anchoring-paused.ts'
import { type AppendStatusDeps, appendStatus, type PlannedStatus } from './append-status.ts'
import {
  type LocateAnchorDeps,
  type LocatedAnchor,
  locateAnchor,
  previousFinalAnchor,
  publishAnchor,
  toAnchorHead,
} from './locate-anchor.ts'
import { NodeError } from './node.ts'
import { type ChainView, type ObserveDeps, observe } from './observe.ts'
import { needsAnchor, type PlanDeps, plan } from './plan.ts'
import { type SendDeps, send } from './send.ts'

export type AnchorWorkerDeps = ObserveDeps &
  PlanDeps &
  AppendStatusDeps &
  SendDeps &
  LocateAnchorDeps & {
    /**
     * The tree whose files have been written; undefined until the startup check against the stored
     * states has passed.
     */
    tree: () => GrowingTree | undefined
    /** Maximum time between an entry and its anchor, including sending. */
    anchorMs: number
    log: Log
    /** Notifies the subscribers of the heads stream. */
    onChange: () => void
    /** Called when the log's files are inconsistent with the expected state. */
    onInconsistency: () => void
  }

export type AnchorWorker = Dependency & {
  wake(): void
  /**
   * Whether the log may sign: the chain was checked and contains no state that the log cannot
   * reproduce.
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
/** Wait until the entry that took the status entry's index is in the tree. */
const RETRY_APPEND_MS = 50

type State = {
  /** The anchor behind the head most recently seen on the chain. */
  located: LocatedAnchor | undefined
  status: PlannedStatus | undefined
  /** Number of times another entry took the status entry's index. */
  statusAttempts: number
  waitingSince: number | undefined
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
    waitingSince: undefined,
    head: 'not compared',
    problem: 'the chain has not been checked yet',
    published: {},
    publishedAtMs: 0,
  }
  const pollMs = isEmbedded(deps.target.chainId) ? EMBEDDED_POLL_MS : POLL_MS
  const loop: Loop = createLoop(() => round(deps, state, loop), pollMs)
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

async function round(
  deps: AnchorWorkerDeps,
  state: State,
  loop: Loop,
): Promise<number | undefined> {
  const tree = deps.tree()
  if (!tree) return undefined
  try {
    const pauseMs = await anchorStep(deps, state, tree)
    state.problem = null
    await publishState(deps, state, { trouble: null })
    return pauseMs
  } catch (error) {
    if (loop.isStopping()) return undefined
    await handleError(deps, state, error)
    return undefined
  }
}

async function anchorStep(
  deps: AnchorWorkerDeps,
  state: State,
  tree: GrowingTree,
): Promise<number | undefined> {
  const view = await observe(deps, Number(tree.writtenSize))
  state.head = 'known'
  const isFinal = await followHead(deps, state, tree, view)
  const anchoredSize = view.head?.size ?? 0
  if (!needsAnchor(tree, view.head)) {
    state.waitingSince = undefined
    await publishState(deps, state, { pending: null, nextAnchorAt: null })
    return isFinal ? deps.anchorMs : undefined
  }
  const planned = await deps.store.findBySize(anchoredSize)
  // If the next anchor followed before this one was final, no anchor would ever become final or be
  // published.
  if (!planned && !isFinal) {
    await publishState(deps, state, { pending: null, nextAnchorAt: null })
    return undefined
  }
  const dueAt = dueTime(deps, state, view)
  const leftMs = dueAt - deps.now().getTime()
  if (!planned && leftMs > 0) {
    await publishState(deps, state, { pending: null, nextAnchorAt: new Date(dueAt) })
    return leftMs
  }
  const row = planned ?? (await planNow(deps, state, tree, view))
  // The status entry is signed within moments, which wakes this worker.
  if (!row) return state.status ? undefined : RETRY_APPEND_MS
  const txHash = await send(deps, row, view)
  await publishState(deps, state, {
    pending: { size: row.toSize, txHash },
    nextAnchorAt: new Date(dueAt),
  })
  return isEmbedded(deps.target.chainId) ? 0 : undefined
}

/**
 * Publishes the progress of anchoring, and the anchor once it is final. Returns whether it is final.
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
  const isFinal = anchor.confirmations >= deps.confirmationsWanted
  if (isFinal) await publishAnchor(deps, state.located, view.head, tree)
  const settled = isFinal ? anchor : await previousFinalAnchor(deps, anchor, view.blockNumber)
  await publishState(deps, state, { anchor, settled })
  return isFinal
}

function dueTime(deps: AnchorWorkerDeps, state: State, view: ChainView): number {
  state.waitingSince ??= deps.now().getTime()
  const lastPlannedAt = view.head?.row?.plannedAt.getTime() ?? 0
  return Math.max(
    state.waitingSince + BATCH_MS,
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

async function handleError(deps: AnchorWorkerDeps, state: State, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  if (state.problem !== reason) deps.log.error({ err: error }, 'anchoring is paused')
  state.problem = reason
  const problem = toAnchorProblem(error)
  if (!problem || problem === 'head-unknown') deps.onInconsistency()
  if (!problem) return
  if (problem === 'head-unknown') state.head = 'unknown'
  // An unreachable chain does not contradict the log, so entries are still recorded.
  else if (state.head === 'not compared') state.head = 'known'
  await publishState(deps, state, { trouble: problem }).catch((failure: unknown) =>
    deps.log.error({ err: failure }, 'the anchoring state could not be stored'),
  )
}

/** A node that rejects a basic method is treated like an unreachable one. */
function toAnchorProblem(error: unknown): AnchorProblem | undefined {
  if (error instanceof AnchoringPaused) return error.problem
  return error instanceof NodeError ? 'node-unreachable' : undefined
}

/**
 * Writes the state if it changed, and again from time to time: another worker may have died while
 * reporting a problem.
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
