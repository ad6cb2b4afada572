/** Records that a recipient has opened their link. */
import { type Actor, epochOf } from './actor.ts'
import { type ChangeDeps, changeRequest } from './change-request.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { hasExpired, requireRecipient, requireStarted } from './request-state.ts'
import { appendStep } from './steps.ts'
import { hasTurn, isActive } from './turns.ts'

/** Adds the step once, while recipients can act. It binds nobody to anything. */
export async function markOpened(deps: ChangeDeps, actor: Actor): Promise<EnvelopeRow> {
  return changeRequest(deps, actor.read, async (row) => {
    const { digest } = requireStarted(row)
    const recipient = requireRecipient(row, actor.recipient)
    const now = deps.now()
    const isOpen = row.state === 'signing' && !hasExpired(row, now)
    const isFirst = recipient.openedAt === null && isActive(recipient)
    if (!isOpen || !isFirst || !hasTurn(row.recipients, recipient)) return null
    const claims = { recipient: recipient.id, epoch: String(epochOf(recipient)) }
    const steps = appendStep(row.steps, digest, { type: 'opened', claims }, now)
    const path = `recipients.${row.recipients.indexOf(recipient)}.openedAt`
    return { steps, set: { [path]: now } }
  })
}
