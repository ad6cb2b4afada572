/** Lets a recipient hand over to another person. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { Actor } from './actor.ts'
import { type ChangeDeps, changeRequest } from './change-request.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { type Person, replaceRecipient, requireAscii } from './replace-recipient.ts'
import { requireRecipient, requireStarted, requireTurn } from './request-state.ts'
import { appendStep } from './steps.ts'

/**
 * Replaces a recipient. The caller has verified the mailed code before. The person who takes over has the same order, role
 * and fields, and a new link without an access code.
 *
 * @throws AppError HAND_OVER_TOO_LATE, ALREADY_RECIPIENT, INVALID_INPUT if the address cannot be in a digital ID, and those of
 * `requireTurn`
 */
export async function handOver(
  deps: ChangeDeps,
  actor: Actor,
  person: Person,
): Promise<EnvelopeRow> {
  const email = requireAscii(person.email)
  return changeRequest(deps, actor.read, async (row) => {
    const { digest } = requireStarted(row)
    const recipient = requireRecipient(row, actor.recipient)
    const now = deps.now()
    requireTurn(row, recipient, now)
    if (row.recipients.some(({ statement }) => statement)) throw new AppError('HAND_OVER_TOO_LATE')
    if (row.recipients.some((item) => item.email === email)) throw new AppError('ALREADY_RECIPIENT')
    const { claims, set } = replaceRecipient(row, recipient, { ...person, email }, now)
    const verified = { recipient: recipient.id, method: actor.method }
    const before = appendStep(row.steps, digest, { type: 'verified', claims: verified }, now)
    const steps = appendStep(before, digest, { type: 'handed-over', claims }, now)
    return { steps, set }
  })
}
