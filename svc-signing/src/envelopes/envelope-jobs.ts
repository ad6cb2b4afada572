/**
 * The work on signing requests that no call waits for: adding steps to the record, completing, expiring, and deleting old
 * drafts and forgotten files. Every piece of work can be interrupted and repeated.
 */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { createLoop } from '@inkproof/service-kit/loop'
import { expiryOf } from './answer-times.ts'
import { removeUnusedAttachments } from './attachments.ts'
import {
  ANCHOR_WAIT_MS,
  type CompleteDeps,
  CompletionDelayed,
  completeRequest,
} from './complete-request.ts'
import { type CreateDeps, DRAFT_MS, deleteDraft, removeDeleted } from './create.ts'
import { type EndRequestDeps, expireRequest } from './end-request.ts'
import type { EnvelopeStore } from './envelope-store.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { type RecordStepsDeps, recordSteps } from './record-steps.ts'
import { unrecordedSteps } from './steps.ts'
import { PENDING_MS, removeForgottenFiles } from './store-file.ts'

export type EnvelopeJobDeps = CompleteDeps &
  CreateDeps &
  EndRequestDeps &
  RecordStepsDeps & { envelopes: EnvelopeStore; log: Log; followUps: readonly FollowUp[] }

/**
 * Further work that a request's state calls for, such as mails. Called after the other work on a started request, hence also
 * after every change; can be interrupted and repeated. Returns when it has work again; null if never before the next change.
 */
export type FollowUp = (row: EnvelopeRow) => Promise<Date | null>

/** The job, and a function that makes it look for work at once. */
export type EnvelopeJob = Dependency & { wake(): void }

const IDLE_MS = 2_000
/** Longer than the longest completion: 50 signatures with slow time-stamps (pdf-worker). */
const LEASE_MS = 15 * 60 * 1_000
/** One completion does not hold up the others' steps. */
const CONCURRENT = 4
const MIN_RETRY_MS = 2_000
const MAX_RETRY_MS = 5 * 60 * 1_000
/** After this many failures, about an hour, waiting alone will hardly help: the operator is told, once an hour. */
export const STUCK_ATTEMPTS = 20
const STUCK_RETRY_MS = 60 * 60 * 1_000

export function createEnvelopeJob(deps: EnvelopeJobDeps): EnvelopeJob {
  const step = async () => {
    try {
      return (await workOnNext(deps)) ? 0 : undefined
    } catch (error) {
      deps.log.warn({ err: error }, 'the signing requests cannot be read')
      return undefined
    }
  }
  const loops = Array.from({ length: CONCURRENT }, () => createLoop(step, IDLE_MS))
  return {
    name: 'signing-requests',
    prepare: async () => {
      for (const loop of loops) loop.start()
    },
    check: async () => undefined,
    close: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
    wake: () => {
      for (const loop of loops) loop.wake()
    },
  }
}

/** Works on the request that has been due for the longest time. Returns whether there was one. */
export async function workOnNext(deps: EnvelopeJobDeps): Promise<boolean> {
  const startedAt = deps.now()
  const lease = new Date(startedAt.getTime() + LEASE_MS)
  const row = await deps.envelopes.lease(startedAt, lease)
  if (!row) return false
  try {
    await work(deps, row)
    await release(deps, row._id, lease)
  } catch (error) {
    await postpone(deps, row, lease, error)
  }
  return true
}

async function work(deps: EnvelopeJobDeps, row: EnvelopeRow): Promise<void> {
  if (row.isDeleted) return removeDeleted(deps, row)
  await removeForgottenFiles(deps, row)
  if (row.state === 'draft') return isOld(row, deps.now()) ? deleteDraft(deps, row) : undefined
  const recorded = await recordSteps(deps, row)
  const current = await expireRequest(deps, recorded)
  if (current !== recorded) await recordSteps(deps, current)
  if (current.state === 'completing') await completeRequest(deps, current)
}

/** Whether a draft is past its time, or its upload was never stored. */
function isOld({ createdAt, upload }: EnvelopeRow, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= (upload === null ? PENDING_MS : DRAFT_MS)
}

/** Ends the lease, unless a call has changed the request meanwhile and made it due. */
async function release(deps: EnvelopeJobDeps, id: string, lease: Date): Promise<void> {
  const { envelopes } = deps
  const row = await envelopes.find(id)
  if (!row) return
  const next = await followUp(deps, row)
  // Last, because a storage that deletes nothing must hold up neither the completion nor the e-mails.
  await removeUnusedAttachments(deps, row)
  const dueAt = nextDue(row, next)
  await envelopes.change(id, { dueAt: lease }, { $set: { dueAt, attempts: 0 } })
}

/** Returns when the follow-ups have work again. */
async function followUp({ followUps }: EnvelopeJobDeps, row: EnvelopeRow): Promise<Date[]> {
  if (row.isDeleted || row.state === 'draft') return []
  const times: Date[] = []
  for (const work of followUps) {
    const next = await work(row)
    if (next) times.push(next)
  }
  return times
}

/** Returns when there is work again; null if never. */
function nextDue(row: EnvelopeRow, followUps: readonly Date[]): Date | null {
  const { createdAt, pendingFiles, recipients, request, state } = row
  const times = [...pendingFiles.map(({ until }) => until), ...followUps].map((at) => at.getTime())
  if (state === 'draft') times.push(createdAt.getTime() + DRAFT_MS)
  if (state === 'signing' && request) times.push(expiryOf(recipients, request).getTime())
  if (state === 'completing' || unrecordedSteps(row).length > 0) times.push(0)
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** Schedules the next attempt: soon while the record is anchored as usual, otherwise after growing pauses. */
async function postpone(
  { envelopes, log, now }: EnvelopeJobDeps,
  { _id, attempts, steps }: EnvelopeRow,
  lease: Date,
  error: unknown,
): Promise<void> {
  const isDelayed = error instanceof CompletionDelayed
  const isUsual =
    isDelayed &&
    error.cause === undefined &&
    now().getTime() - (steps.at(-1)?.at.getTime() ?? 0) <= ANCHOR_WAIT_MS
  const failure = { err: error, envelope: _id, attempts: attempts + 1 }
  const isStuck = !isUsual && failure.attempts >= STUCK_ATTEMPTS
  if (isStuck) log.error(failure, 'a signing request fails again and again')
  else if (!isUsual) log.warn(failure, 'a signing request is worked on later')
  const longest = isStuck ? STUCK_RETRY_MS : MAX_RETRY_MS
  const pauseMs = isUsual ? MIN_RETRY_MS : Math.min(MIN_RETRY_MS * 2 ** attempts, longest)
  await envelopes.change(
    _id,
    { dueAt: lease },
    {
      $set: {
        dueAt: new Date(now().getTime() + pauseMs),
        attempts: isUsual ? 0 : attempts + 1,
        waitingFor: isDelayed && !isUsual ? error.waitingFor : null,
      },
    },
  )
}
