/**
 * Role log: observes the chain, publishes its state, and anchors when entries are waiting.
 *
 * Every round starts from the chain's own state, so it does not matter at which line the process
 * was killed, how many workers run, or what the chain has forgotten.
 */
import type { AnchorTrouble } from '@inkproof/protocol/log'
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { createLoop, type Loop } from '@inkproof/service-kit/loop'
import type { GrowingTree } from '../log/growing-tree.ts'
import type { AnchorState } from '../log/heads-store.ts'
import { isEmbedded } from '../platform/embedded-chain.ts'
import { AnchoringWaits } from './anchoring-waits.ts'
import { type AppendStatusDeps, appendStatus, type PlannedStatus } from './append-status.ts'
import {
  anchorHead,
  type LocateAnchorDeps,
  type LocatedAnchor,
  locateAnchor,
  previousFinalAnchor,
  publishAnchor,
} from './locate-anchor.ts'
import { NodeRefusal } from './node.ts'
import { type ChainView, type ObserveDeps, observe } from './observe.ts'
import { isWaiting, type PlanDeps, plan } from './plan.ts'
import { type SendDeps, send } from './send.ts'

export type AnchorWorkerDeps = ObserveDeps &
  PlanDeps &
  AppendStatusDeps &
  SendDeps &
  LocateAnchorDeps & {
    /** The log as far as it is written; undefined until it has been compared at start. */
    tree: () => GrowingTree | undefined
    /** Maximum time an entry waits for its anchor, including sending. */
    anchorMs: number
    log: Log
    /** Notifies the followers of the heads. */
    onMoved: () => void
    /** Called when the log's own files lead to a state other than expected. */
    onDoubt: () => void
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
const SPACING = 0.7
const REPEAT_STATE_MS = 5_000
/** Wait until the entry that took the status entry's index is in the tree. */
const RETRY_APPEND_MS = 50

type State = {
  /** The anchor behind the head most recently seen on the chain. */
  found: LocatedAnchor | undefined
  status: PlannedStatus | undefined
  /** How often another entry took the status entry's index. */
  statusTries: number
  waitingSince: number | undefined
  head: 'not compared' | 'known' | 'unknown'
  trouble: string | null
  published: Partial<AnchorState>
  publishedAtMs: number
}

export function createAnchorWorker(deps: AnchorWorkerDeps): AnchorWorker {
  const state: State = {
    found: undefined,
    status: undefined,
    statusTries: 0,
    waitingSince: undefined,
    head: 'not compared',
    trouble: 'the chain has not been checked yet',
    published: {},
    publishedAtMs: 0,
  }
  const pollMs = isEmbedded(deps.place.chainId) ? EMBEDDED_POLL_MS : POLL_MS
  const loop: Loop = createLoop(() => round(deps, state, loop), pollMs)
  return {
    name: 'chain',
    prepare: async () => loop.start(),
    check: async () => {
      if (state.trouble !== null) throw new Error(state.trouble)
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
    state.trouble = null
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
  const isDeep = await followHead(deps, state, tree, view)
  const anchoredSize = view.head?.size ?? 0
  if (!isWaiting(tree, view.head)) {
    state.waitingSince = undefined
    await publishState(deps, state, { pending: null, nextAnchorAt: null })
    return isDeep ? deps.anchorMs : undefined
  }
  const planned = await deps.store.from(anchoredSize)
  // If the next anchor followed before this one was deep enough, none would ever be published or
  // final.
  if (!planned && !isDeep) {
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
  // The status entry reaches a signed state within moments, which wakes this worker.
  if (!row) return state.status ? undefined : RETRY_APPEND_MS
  const txHash = await send(deps, row, view)
  await publishState(deps, state, {
    pending: { size: row.toSize, txHash },
    nextAnchorAt: new Date(dueAt),
  })
  return isEmbedded(deps.place.chainId) ? 0 : undefined
}

/**
 * Publishes how far the chain is, and the anchor once it is deep enough. Returns true when it is.
 */
async function followHead(
  deps: AnchorWorkerDeps,
  state: State,
  tree: GrowingTree,
  view: ChainView,
): Promise<boolean> {
  if (!view.head) {
    state.found = undefined
    await publishState(deps, state, { anchor: null, settled: null })
    return true
  }
  state.found = await locateAnchor(deps, view.head, state.found)
  const anchor = anchorHead(state.found, view.blockNumber)
  const isDeep = anchor.confirmations >= deps.confirmationsWanted
  if (isDeep) await publishAnchor(deps, state.found, view.head, tree)
  const settled = isDeep ? anchor : await previousFinalAnchor(deps, anchor, view.blockNumber)
  await publishState(deps, state, { anchor, settled })
  return isDeep
}

function dueTime(deps: AnchorWorkerDeps, state: State, view: ChainView): number {
  state.waitingSince ??= deps.now().getTime()
  const before = view.head?.row?.plannedAt.getTime() ?? 0
  return Math.max(state.waitingSince + BATCH_MS, before + deps.anchorMs * SPACING)
}

async function planNow(deps: AnchorWorkerDeps, state: State, tree: GrowingTree, view: ChainView) {
  // Another worker may have anchored beyond the status entry placed here.
  if (state.status && state.status.index < (view.head?.size ?? 0)) state.status = undefined
  state.status ??= await appendStatus(deps, tree, state.statusTries)
  if (!state.status) {
    state.statusTries += 1
    return undefined
  }
  state.statusTries = 0
  const row = await plan(deps, view.head, state.status)
  if (row) state.status = undefined
  return row
}

async function handleError(deps: AnchorWorkerDeps, state: State, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  if (state.trouble !== reason) deps.log.error({ err: error }, 'anchoring waits')
  state.trouble = reason
  const trouble = reasonOf(error)
  if (!trouble || trouble === 'head-unknown') deps.onDoubt()
  if (!trouble) return
  if (trouble === 'head-unknown') state.head = 'unknown'
  // An unreachable chain does not contradict the log, so entries are still recorded.
  else if (state.head === 'not compared') state.head = 'known'
  await publishState(deps, state, { trouble }).catch((failure: unknown) =>
    deps.log.error({ err: failure }, 'the anchoring state could not be stored'),
  )
}

/** A node that refuses a basic method is treated like an unreachable one. */
function reasonOf(error: unknown): AnchorTrouble | undefined {
  if (error instanceof AnchoringWaits) return error.trouble
  return error instanceof NodeRefusal ? 'node-unreachable' : undefined
}

/**
 * Writes what changed since the last write, and everything from time to time: another worker may
 * have died while reporting trouble.
 */
async function publishState(
  deps: AnchorWorkerDeps,
  state: State,
  change: Partial<AnchorState>,
): Promise<void> {
  const told = { ...state.published, ...change }
  const isOld = deps.now().getTime() - state.publishedAtMs > REPEAT_STATE_MS
  if (!isOld && JSON.stringify(told) === JSON.stringify(state.published)) return
  await deps.heads.setAnchorState(told)
  state.published = told
  state.publishedAtMs = deps.now().getTime()
  deps.onMoved()
}
