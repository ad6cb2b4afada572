/** Collects cosignatures of all witnesses on a state of the log. */
import { toHex } from '@inkproof/proof/bytes'
import { nodeEd25519 } from '@inkproof/proof/node-ed25519'
import type { PolicyWitness, WitnessPolicy } from '@inkproof/proof/witness-policy'
import { evaluateWitnesses } from '@inkproof/proof/witness-quorum'
import type { Log } from '@inkproof/service-kit/log'
import type { LogState } from './cosignature-store.ts'
import type { WitnessMetrics } from './metrics.ts'
import { type SignedLogState, type SubmitDeps, submitCheckpoint } from './submit-checkpoint.ts'

export type CosignatureCollectorDeps = SubmitDeps & {
  /** Undefined if the log has no witnesses. */
  policy: WitnessPolicy | undefined
  metrics: WitnessMetrics
  log: Log
}

export type CosignatureCollector = {
  /**
   * Submits a state to every witness at once, and resolves when all have answered, or after 5 seconds. Never rejects.
   * Cosignatures are stored.
   *
   * @param minAgeMs witnesses whose cosignature on this state, or last submission of it, is newer are not asked
   */
  collect(state: SignedLogState, minAgeMs?: number): Promise<void>
  /** Returns the stored signature lines on a state, to append to its note. Empty if there are none. */
  linesFor(state: LogState): Promise<string>
}

/** How long an anchor waits for its witnesses. */
export const COLLECT_TIMEOUT_MS = 5_000

export function createCosignatureCollector(deps: CosignatureCollectorDeps): CosignatureCollector {
  const memory: Memory = { attempts: new Map(), largestSize: 0 }
  const linesFor = async (state: LogState) =>
    [...(await deps.store.find(state)).values()].map(({ line }) => line).join('')
  return {
    linesFor,
    collect: async (state, minAgeMs = 0) => {
      if (!deps.policy) return
      try {
        const due = await findDue(deps, deps.policy, memory, state, minAgeMs)
        if (due.length === 0) return
        memory.largestSize = Math.max(memory.largestSize, state.size)
        await submitToAll(deps, due, memory, state)
        reportQuorum(deps, deps.policy, state, await linesFor(state))
      } catch (error) {
        deps.log.error({ err: error }, 'cosignatures could not be collected')
      }
    },
  }
}

/** What this process has submitted. */
type Memory = {
  /** The last submission to each witness, by its public key in hex, and what came of it. */
  attempts: Map<string, { size: number; root: string; atMs: number; kind: string }>
  largestSize: number
}

/** Returns the witnesses to ask for a new cosignature. */
async function findDue(
  { store, now }: CosignatureCollectorDeps,
  { witnesses }: WitnessPolicy,
  { attempts }: Memory,
  state: SignedLogState,
  minAgeMs: number,
): Promise<readonly PolicyWitness[]> {
  if (minAgeMs === 0) return witnesses
  const stored = await store.find(state)
  const latestMs = now().getTime() - minAgeMs
  return witnesses.filter(({ key }) => {
    const publicKey = toHex(key.publicKey)
    const cosignedAtMs = (stored.get(publicKey)?.time ?? 0) * 1000
    const attempt = attempts.get(publicKey)
    const isSame = attempt?.size === state.size && attempt.root === state.root
    return Math.max(cosignedAtMs, isSame ? attempt.atMs : 0) <= latestMs
  })
}

/** Waits until all witnesses have answered or the time is over. What arrives later is discarded. */
async function submitToAll(
  deps: CosignatureCollectorDeps,
  witnesses: readonly PolicyWitness[],
  memory: Memory,
  state: SignedLogState,
): Promise<void> {
  const signal = AbortSignal.timeout(COLLECT_TIMEOUT_MS)
  const timeout = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  const submissions = witnesses.map((witness) => submitToOne(deps, witness, memory, state, signal))
  await Promise.race([Promise.all(submissions), timeout])
}

async function submitToOne(
  deps: CosignatureCollectorDeps,
  witness: PolicyWitness,
  memory: Memory,
  state: SignedLogState,
  signal: AbortSignal,
): Promise<void> {
  const { name, key } = witness
  const publicKey = toHex(key.publicKey)
  const previous = memory.attempts.get(publicKey)?.kind
  const outcome = await submitCheckpoint(deps, witness, state, signal).catch((error: Error) => ({
    kind: 'failed' as const,
    reason: error.message,
  }))
  const { size, root } = state
  memory.attempts.set(publicKey, { size, root, atMs: deps.now().getTime(), kind: outcome.kind })
  deps.metrics.countSubmission(name, outcome.kind)
  if (outcome.kind === 'cosigned') {
    deps.metrics.setCosignedAt(name, outcome.cosignature.time)
    if (previous !== 'cosigned') deps.log.info({ witness: name, size }, 'cosigned by a witness')
    return
  }
  // A witness that stays down is reported once. One that has received a newer state meanwhile is in order.
  const isOvertaken = outcome.kind === 'ahead' && memory.largestSize > size
  if (previous === outcome.kind || isOvertaken) return
  const isAlarming = outcome.kind === 'contradiction' || outcome.kind === 'ahead'
  deps.log[isAlarming ? 'error' : 'warn'](
    { witness: name, size, outcome: outcome.kind, reason: outcome.reason },
    'not cosigned by a witness',
  )
}

/** Tells operators whether readers with the same policy accept this state. Anchoring does not depend on it. */
function reportQuorum(
  { metrics, now }: CosignatureCollectorDeps,
  policy: WitnessPolicy,
  { note }: SignedLogState,
  lines: string,
): void {
  metrics.setQuorum(evaluateWitnesses(note + lines, policy, now(), nodeEd25519))
}
