import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { httpRpc, type Rpc } from '@inkproof/proof/chain-rpc'
import { ProofError } from '@inkproof/proof/proof-error'
import { HELP_HINT } from '../help-hint.ts'
import { type MonitorArguments, MonitorUsageError, parseMonitorArguments } from './arguments.ts'
import { sizeOf } from './audit-tree.ts'
import { assertFresh, checkRecord } from './check-record.ts'
import { Contradiction, Unavailable } from './contradiction.ts'
import { type LeafIndex, openLeafIndex } from './leaf-index.ts'
import { openState } from './open-state.ts'
import { createRecordFiles, type RecordFiles } from './record-files.ts'
import { jsonLine, type MonitorEvent, textLines } from './report.ts'
import { type RetryOptions, retry } from './retry.ts'
import { leavesPath, type MonitorState, StateError, saveState } from './state-file.ts'
import { MONITOR_USAGE } from './usage.ts'

/** Where the command writes, and what ends it. */
export type MonitorContext = {
  out: (text: string) => void
  err: (text: string) => void
  /** Ends the monitor; the exit code is then 0. */
  signal?: AbortSignal
  now?: () => number
  /** Time before the first repetition of a failed request. */
  retryDelayMs?: number
}

const EXIT_CONTRADICTION = 1
const EXIT_NOT_CHECKED = 2
const RPC_TIMEOUT_MS = 20_000
const RETRY_DELAY_MS = 500
const ATTEMPTS = 4

/**
 * Runs `inkproof monitor` and returns the exit code: 1 at the first contradiction, 2 when nothing could be checked, 0
 * when one check was asked for and found no contradiction, or the monitor was ended.
 */
export async function runMonitor(
  argv: readonly string[],
  context: MonitorContext,
): Promise<number> {
  try {
    const args = parseMonitorArguments(argv)
    if (args) return await follow(args, context)
    context.out(MONITOR_USAGE)
    return 0
  } catch (error) {
    if (context.signal?.aborted) return 0
    if (!(error instanceof MonitorUsageError || error instanceof StateError)) throw error
    context.err(error instanceof StateError ? error.message : `${error.message}\n\n${HELP_HINT}`)
    return EXIT_NOT_CHECKED
  }
}

type Session = {
  args: MonitorArguments
  files: RecordFiles
  rpc: Rpc
  retryOptions: RetryOptions
  now: () => number
  report: (event: MonitorEvent) => void
}

/** Checks again and again; with `--once`, once. */
async function follow(args: MonitorArguments, context: MonitorContext): Promise<number> {
  const { signal } = context
  const session = createSession(args, context)
  for (;;) {
    const code = await check(session)
    if (code === EXIT_CONTRADICTION || args.once) return code
    await delay(args.intervalMs, undefined, signal && { signal })
  }
}

function createSession(args: MonitorArguments, context: MonitorContext): Session {
  const { now = Date.now, retryDelayMs = RETRY_DELAY_MS, signal } = context
  const retryOptions = { attempts: ATTEMPTS, delayMs: retryDelayMs, signal }
  const format = args.json ? jsonLine : textLines
  return {
    args,
    files: createRecordFiles(args.url, retryOptions),
    rpc: retryingRpc(httpRpc(args.rpc, fetchWithTimeout), retryOptions),
    retryOptions,
    now,
    report: (event) => context.out(format(event, now())),
  }
}

/** Runs one check with the stored state, and stores the new one. Returns the exit code. */
async function check(session: Session): Promise<number> {
  const { args, report, now } = session
  let before: MonitorState | undefined
  try {
    before = await openState(session)
    const leaves = openLeaves(args.state, before)
    try {
      const { state, ...result } = await checkRecord(
        { ...session, ...auditDeps(session, leaves) },
        before,
      )
      leaves.sync()
      saveState(args.state, { ...state, checkedAtMs: now() })
      assertFresh({ maxAgeMs: args.maxAgeMs, now }, state)
      report({ type: 'checked', result })
      return 0
    } finally {
      leaves.close()
    }
  } catch (error) {
    if (error instanceof Contradiction) return reportContradiction(session, error)
    if (!(error instanceof Unavailable)) throw error
    report({ type: 'unavailable', message: error.message })
    return before && isOverdue(session, before)
      ? reportContradiction(session, NOT_CHECKED)
      : EXIT_NOT_CHECKED
  }
}

/** A record that contradicts itself could refuse to answer the monitor alone, so silence is reported too. */
const NOT_CHECKED = new Contradiction(
  'NOT_CHECKED',
  'The record or the node has not answered for too long, so nothing could be checked.',
)

function isOverdue({ args, now }: Session, { checkedAtMs }: MonitorState): boolean {
  return checkedAtMs !== null && now() - checkedAtMs > args.maxAgeMs
}

function auditDeps({ args, report }: Session, leaves: LeafIndex) {
  return {
    leaves,
    maxAgeMs: args.maxAgeMs,
    warn: (message: string) => report({ type: 'warning', message }),
    raise: (contradiction: Contradiction) => {
      const { code, details } = contradiction
      if (!args.accept.has(`${code}:${details.index}`)) throw contradiction
      report({ type: 'accepted', contradiction })
    },
  }
}

/** Also appends the contradiction to a file beside the state file, because the record may be repaired later. */
function reportContradiction({ args, report, now }: Session, contradiction: Contradiction): number {
  const event: MonitorEvent = { type: 'contradiction', contradiction }
  report(event)
  appendFileSync(`${args.state}.contradictions`, `${jsonLine(event, now())}\n`)
  return EXIT_CONTRADICTION
}

function openLeaves(statePath: string, state: MonitorState): LeafIndex {
  try {
    return openLeafIndex(leavesPath(statePath), sizeOf(state.tree))
  } catch (error) {
    throw new StateError(error instanceof Error ? error.message : String(error))
  }
}

/** A node's rejection is not repeated for a search, which is divided instead. */
function retryingRpc(rpc: Rpc, options: RetryOptions): Rpc {
  return (method, params) =>
    retry(options, () => rpc(method, params), {
      isTransient: (error) => !(method === 'eth_getLogs' && error instanceof ProofError),
    })
}

const fetchWithTimeout: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(RPC_TIMEOUT_MS) })
