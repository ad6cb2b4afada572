/**
 * Runs in the `log` role. Compares the stores at startup, then adds new entries to the tree.
 *
 * The worker is a dependency of the service, like a database: it appears in /readyz with its error and
 * stops with the service.
 */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { createLoop, type Loop } from '@inkproof/service-kit/loop'
import type { GrowingTree } from './growing-tree.ts'
import { type IntegrateDeps, integrate, publish } from './integrate.ts'
import type { LogKeyRing } from './log-key-ring.ts'
import { recoverTree } from './recover.ts'
import { CHECKPOINT_PATH, readSignedStates } from './signed-states.ts'
import { UnknownHead } from './unknown-head.ts'
import { readFrom, UnreadableFile } from './unreadable-file.ts'

export type LogWorkerDeps = IntegrateDeps & {
  keys: Pick<LogKeyRing, 'sign' | 'keys' | 'isReplaced' | 'completeRotation'>
  log: Log
  /** False until the chain was checked or found to be unavailable, and while it has a state unknown to the log. */
  maySign: () => boolean
  /** Called after a new state was signed, or the reported state changed. */
  onChange: () => void
}

export type LogWorker = Dependency & {
  /** Runs a step now instead of at the next poll. */
  wake(): void
  /** The tree, including entries being added; undefined until it matches the signed states. */
  tree(): GrowingTree | undefined
  /** Returns why nothing is signed; null if there is no problem. */
  problem(): string | null
  /** Makes the next step compare all files with the entries and repair them, unless that was done recently. */
  recheck(): void
}

/** A comparison reads the whole log, so it must not be triggered more often. */
const MIN_RECHECK_INTERVAL_MS = 15_000
const POLL_MS = 200
const ERROR_RETRY_MS = 2_000
const STOPPED_GRACE_MS = 3_000
/** Heartbeat interval of this process, independent of the duration of a step. */
const HEARTBEAT_MS = 2_000

type State = {
  tree: GrowingTree | undefined
  problem: string | null
  /** Whether this worker has found or written the published checkpoint. */
  isPublished: boolean
  comparedAtMs: number
  /** When signing stopped; undefined while it works. */
  stoppedAtMs: number | undefined
  /** What was last stored as `isStopped`; undefined at startup. */
  reportedStopped: boolean | undefined
}

export function createLogWorker(deps: LogWorkerDeps): LogWorker {
  const state: State = {
    tree: undefined,
    problem: 'the stored log is being compared with the signed states',
    isPublished: false,
    comparedAtMs: 0,
    stoppedAtMs: undefined,
    reportedStopped: undefined,
  }
  const loop: Loop = createLoop(async () => {
    const pauseMs = await runStep(deps, state, loop)
    await reportStopped(deps, state)
    return pauseMs
  }, POLL_MS)
  const heartbeat = createLoop(() => sendHeartbeat(deps), HEARTBEAT_MS)
  return {
    name: 'record',
    prepare: async () => {
      await deps.heads.prepare()
      loop.start()
      heartbeat.start()
    },
    check: async () => {
      if (state.problem !== null) throw new Error(state.problem)
    },
    close: async () => {
      await Promise.all([loop.stop(), heartbeat.stop()])
    },
    wake: loop.wake,
    tree: () => state.tree,
    problem: () => state.problem,
    recheck: () => {
      if (Date.now() - state.comparedAtMs > MIN_RECHECK_INTERVAL_MS) state.tree = undefined
    },
  }
}

async function sendHeartbeat({ heads, log }: LogWorkerDeps): Promise<undefined> {
  try {
    await heads.storeHeartbeat()
  } catch (error) {
    log.warn({ err: error }, 'the heartbeat could not be stored')
  }
}

/** Runs one step. Resolves with the milliseconds until the next step; undefined for the default. */
async function runStep(deps: LogWorkerDeps, state: State, loop: Loop): Promise<number | undefined> {
  try {
    if (state.isPublished && (await isFolderLost(deps))) state.tree = undefined
    state.tree ??= await recoverAndPublish(deps, state)
    if (!deps.maySign()) {
      state.problem =
        'the chain has not been checked, or contains a state that this log cannot reproduce'
      return undefined
    }
    const hasMore = await integrate(deps, state.tree)
    state.isPublished = true
    state.problem = null
    if (hasMore) deps.onChange()
    return hasMore ? 0 : undefined
  } catch (error) {
    // The next step retries failed writes; an inconsistent tree is rebuilt.
    if (error instanceof UnknownHead) state.tree = undefined
    state.problem = error instanceof Error ? error.message : String(error)
    const level = error instanceof UnknownHead ? 'fatal' : 'error'
    if (!loop.isStopping()) deps.log[level]({ err: error }, 'the log could not be extended')
    return ERROR_RETRY_MS
  }
}

/**
 * Reports whether the record has stopped; a brief interruption does not count. After a rotation of the key by another
 * instance, that instance reports.
 */
async function reportStopped(deps: LogWorkerDeps, state: State): Promise<void> {
  if (deps.keys.isReplaced()) return
  if (state.problem === null) state.stoppedAtMs = undefined
  else state.stoppedAtMs ??= Date.now()
  const isStopped =
    state.stoppedAtMs !== undefined && Date.now() - state.stoppedAtMs > STOPPED_GRACE_MS
  if (state.reportedStopped === isStopped) return
  try {
    await deps.heads.setStopped(isStopped)
    state.reportedStopped = isStopped
    deps.onChange()
  } catch (error) {
    deps.log.error({ err: error }, 'the state of the record could not be stored')
  }
}

/**
 * Whether the served folder was deleted while the log was running. It was not if its checkpoint is there but unreadable:
 * the next signed state or the file check replaces that file.
 */
async function isFolderLost({ files }: LogWorkerDeps): Promise<boolean> {
  try {
    return (await readFrom('served folder', files.read, CHECKPOINT_PATH)) === undefined
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return false
  }
}

/**
 * Returns the tree that matches the signed states, and publishes the largest of these states. A rotation of the key
 * is completed before anything else is signed.
 */
async function recoverAndPublish(deps: LogWorkerDeps, state: State): Promise<GrowingTree> {
  const { note } = await deps.heads.read()
  const states = await readSignedStates(deps.files, note, deps.keys.keys(), deps.log)
  const tree = await recoverTree(deps, states)
  // After a crash or the loss of a folder, the head or the published checkpoint may be out of date.
  if (states[0]) {
    await publish(deps, states[0])
    state.isPublished = true
  }
  await deps.keys.completeRotation()
  state.comparedAtMs = Date.now()
  return tree
}
