/** Lets a recipient hand over to another person. */
import { AppError } from '@inkproof/service-kit/app-error'
import { type Actor, epochOf } from './actor.ts'
import { asciiEmail } from './ascii-email.ts'
import { type ChangeDeps, changeRequest } from './change-request.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { newRecipient } from './request-recipients.ts'
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
  person: { name: string; email: string },
): Promise<EnvelopeRow> {
  const email = requireAscii(person.email)
  return changeRequest(deps, actor.read, async (row) => {
    const { digest, language } = requireStarted(row)
    const recipient = requireRecipient(row, actor.recipient)
    const now = deps.now()
    requireTurn(row, recipient, now)
    if (row.recipients.some(({ statement }) => statement)) throw new AppError('HAND_OVER_TOO_LATE')
    if (row.recipients.some((item) => item.email === email)) throw new AppError('ALREADY_RECIPIENT')
    const { order, original, role } = recipient
    const index = row.recipients.length
    const next = { ...newRecipient(index, { name: person.name, email, order, role }), original }
    const verified = { recipient: recipient.id, method: actor.method }
    const claims = {
      recipient: recipient.id,
      to: next.id,
      epoch: String(epochOf(next)),
      name: person.name,
      email,
      language,
    }
    const before = appendStep(row.steps, digest, { type: 'verified', claims: verified }, now)
    const steps = appendStep(before, digest, { type: 'handed-over', claims }, now)
    const path = `recipients.${row.recipients.indexOf(recipient)}`
    const unused = { [`${path}.code`]: null, [`${path}.otherKey`]: null }
    const replaced = { [`${path}.handedOverTo`]: next.id, ...unused }
    return { steps, set: { ...replaced, [`recipients.${index}`]: next } }
  })
}

/** @throws AppError INVALID_INPUT */
function requireAscii(email: string): string {
  const address = asciiEmail(email)
  if (address !== undefined) return address
  const issues = [{ path: 'email', message: 'expected an address of ASCII characters' }]
  throw new AppError('INVALID_INPUT', { issues })
}
