/** Runs in the `log` role. Checks the log's files in rounds, repairs them, and reports damage in /readyz and metrics. */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { createLoop, type Loop } from '@inkproof/service-kit/loop'
import { Counter, Gauge, type Registry } from 'prom-client'
import {
  type CheckFilesDeps,
  type CheckProgress,
  checkFiles,
  startProgress,
} from './check-files.ts'
import type { GrowingTree } from './growing-tree.ts'
import { takeSnapshot } from './tree-snapshot.ts'
import { type FileFailure, IrreparableFile } from './verify-files.ts'

export type FileCheckDeps = Omit<CheckFilesDeps, 'onRepaired'> & {
  /** The tree, once it was compared with the signed states. */
  tree: () => GrowingTree | undefined
  /** Compares all files with the entries, which also repairs a tile above level 0. */
  recheck: () => void
  log: Log
  registry: Registry
}

export type FileCheck = Dependency & {
  /** Runs a round now instead of after the pause. */
  wake(): void
}

const ROUND_PAUSE_MS = 20_000
/** How long /readyz reports a repaired file: a damaged file can be the first sign of a failing disk. */
const REPORTED_MS = 3_600_000
/** Failures logged in a round: a failing disk makes many files unreadable at once. */
const MAX_LOGGED = 20

type Repair = { path: string; atMs: number }
type State = { progress: CheckProgress | undefined; problem: string | null; repairs: Repair[] }

/** Creates the job. What it reports is optional for readiness: the log keeps working while files are damaged. */
export function createFileCheck(deps: FileCheckDeps): FileCheck {
  const state: State = { progress: undefined, problem: null, repairs: [] }
  const metrics = createMetrics(deps.registry, state)
  const onRepaired: CheckFilesDeps['onRepaired'] = (path, unreadable) => {
    metrics.repaired.inc()
    state.repairs.push({ path, atMs: deps.now().getTime() })
    deps.log.error({ path, err: unreadable[0] }, 'a damaged file of the log was repaired')
  }
  const loop: Loop = createLoop(async () => {
    if (await runRound({ ...deps, onRepaired }, state, loop)) metrics.lastRound.setToCurrentTime()
    return undefined
  }, ROUND_PAUSE_MS)
  return {
    name: 'log files',
    isOptional: true,
    prepare: async () => loop.start(),
    check: async () => {
      const problem = state.problem ?? describeRepairs(state, deps.now().getTime())
      if (problem !== null) throw new Error(problem)
    },
    close: loop.stop,
    wake: loop.wake,
  }
}

function createMetrics(registry: Registry, state: State) {
  const registers = [registry]
  new Gauge({
    name: 'log_files_unchecked',
    help: '1 if the last round of file checks failed or found a file that it could not repair',
    registers,
    collect() {
      this.set(state.problem === null ? 0 : 1)
    },
  })
  return {
    repaired: new Counter({
      name: 'log_files_repaired_total',
      help: 'Files of the log that were damaged or missing while it ran, and were repaired',
      registers,
    }),
    lastRound: new Gauge({
      name: 'log_files_checked_timestamp_seconds',
      help: 'Time when the last successful round of file checks ended',
      registers,
    }),
  }
}

/** Returns whether all files of the round were checked; false while there is no tree to compare them with. */
async function runRound(
  deps: FileCheckDeps & CheckFilesDeps,
  state: State,
  loop: Loop,
): Promise<boolean> {
  const tree = deps.tree()
  if (!tree) return false
  const snapshot = takeSnapshot(tree)
  state.progress ??= startProgress(snapshot)
  try {
    const failures = await checkFiles(deps, snapshot, state.progress)
    reportFailures(deps, state, failures)
    return failures.length === 0
  } catch (error) {
    state.problem = error instanceof Error ? error.message : String(error)
    if (loop.isStopping()) return false
    deps.log.error({ err: error }, 'the files of the log could not be checked')
    return false
  }
}

/** Reports the files that a round could neither verify nor repair. */
function reportFailures(
  { log, recheck }: FileCheckDeps,
  state: State,
  failures: readonly FileFailure[],
): void {
  const [first] = failures
  const others = failures.length > 1 ? ` (and ${failures.length - 1} other files)` : ''
  state.problem = first ? `${first.message}${others}` : null
  for (const failure of failures.slice(0, MAX_LOGGED))
    log.error({ path: failure.path, err: failure }, 'a file of the log could not be checked')
  if (failures.length > MAX_LOGGED)
    log.error({ count: failures.length }, 'more files of the log could not be checked')
  if (failures.some((failure) => failure instanceof IrreparableFile)) recheck()
}

function describeRepairs(state: State, nowMs: number): string | null {
  state.repairs = state.repairs.filter(({ atMs }) => nowMs - atMs < REPORTED_MS)
  const last = state.repairs.at(-1)
  if (!last) return null
  return `${state.repairs.length} damaged files were repaired in the last hour, the last one ${last.path}: check the disk`
}
