/** Ends a request before everybody has signed: a member discards it, or it expires. */
import { AppError } from '@inkproof/service-kit/app-error'
import { type ChangeDeps, changeRequest } from './change-request.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { type RecordStepsDeps, recordFirstStep } from './record-steps.ts'
import { hasExpired, requireFirstIndex, requireStarted } from './request-state.ts'
import { appendStep, type NewStep } from './steps.ts'

export type EndRequestDeps = ChangeDeps & RecordStepsDeps

/**
 * Discards a request. Discarding it again changes nothing.
 *
 * @throws AppError ENVELOPE_NOT_STARTED, ENVELOPE_ENDED, ALREADY_SIGNED; UNAVAILABLE if the first entry is not in the
 * record yet, and it is not responding
 */
export async function voidRequest(
  deps: EndRequestDeps,
  row: EnvelopeRow,
  reason: string,
): Promise<EnvelopeRow> {
  return endRequest(deps, row, (current) => {
    requireStarted(current)
    if (current.state === 'voided') return null
    if (current.state === 'declined' || current.state === 'expired')
      throw new AppError('ENVELOPE_ENDED')
    if (current.state !== 'signing') throw new AppError('ALREADY_SIGNED')
    return { type: 'voided', claims: { reason } }
  })
}

/**
 * Ends a request that has expired before everybody has signed, also because the time of one recipient is over; otherwise changes
 * nothing.
 */
export async function expireRequest(deps: EndRequestDeps, row: EnvelopeRow): Promise<EnvelopeRow> {
  return endRequest(deps, row, (current) =>
    hasExpired(current, deps.now()) ? { type: 'expired', claims: {} } : null,
  )
}

type EndStep = NewStep<'voided'> | NewStep<'expired'>

/** The last entry names the first one, which must therefore be in the record. */
async function endRequest(
  deps: EndRequestDeps,
  row: EnvelopeRow,
  decide: (row: EnvelopeRow) => EndStep | null,
): Promise<EnvelopeRow> {
  if (!decide(row)) return row
  let known: EnvelopeRow | undefined = await recordFirstStep(deps, row)
  const read = async () => {
    const current = known ?? (await deps.envelopes.find(row._id))
    known = undefined
    if (!current) throw new AppError('ENVELOPE_NOT_FOUND')
    return current
  }
  return changeRequest(deps, read, async (current) => {
    const step = decide(current)
    if (!step) return null
    const { digest } = requireStarted(current)
    const firstIndex = requireFirstIndex(current)
    const now = deps.now()
    const before = current.steps
    const steps =
      step.type === 'voided'
        ? appendStep(before, digest, { ...step, firstIndex }, now)
        : appendStep(before, digest, { ...step, firstIndex }, now)
    return { steps, set: { state: step.type, endedAt: now } }
  })
}
