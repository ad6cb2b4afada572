/** Ends a request because a recipient declines. */
import { EndReason } from '@inkproof/protocol/envelopes'
import type { SignRequest } from '@inkproof/protocol/sign-request'
import { revealedText } from '@inkproof/signing/hidden-value'
import type { SignedStatement } from '@inkproof/signing/signed-statement'
import type { Actor } from './actor.ts'
import { type ChangeDeps, changeRequest } from './change-request.ts'
import { checkStatement, refused } from './check-statement.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { readStatement } from './read-statement.ts'
import { type RecordStepsDeps, recordFirstStep } from './record-steps.ts'
import {
  requireFirstIndex,
  requireRecipient,
  requireStarted,
  requireTurn,
} from './request-state.ts'
import { appendStep } from './steps.ts'

export type DeclineDeps = ChangeDeps & RecordStepsDeps

/**
 * Records the statement by which a signer or approver declines, with the revealed reason, and ends the request. The same
 * statement again changes nothing.
 *
 * @throws AppError STATEMENT_REFUSED, those of `requireTurn`; UNAVAILABLE if the first entry is not in the record yet, and it
 * is not responding
 */
export async function declineRequest(
  deps: DeclineDeps,
  actor: Actor,
  body: SignRequest,
): Promise<EnvelopeRow> {
  const { appearances, digest, signed } = readStatement(body)
  const reason = readReason(signed)
  // The last entry names the first one, which must therefore be in the record.
  const read = async () => recordFirstStep(deps, await actor.read())
  return changeRequest(deps, read, async (row) => {
    const request = requireStarted(row)
    const recipient = requireRecipient(row, actor.recipient)
    if (recipient.declined?.digest === digest) return null
    const at = deps.now()
    requireTurn(row, recipient, at)
    const firstIndex = requireFirstIndex(row)
    const declined = { digest, signed: body.signedStatement, reason, at }
    const recipients = row.recipients.map((item) =>
      item === recipient ? { ...item, declined } : item,
    )
    const claims = { recipient: recipient.id, statement: digest, reason }
    const step = { type: 'declined', claims, firstIndex } as const
    const steps = appendStep(row.steps, request.digest, step, at)
    const candidate = { request, recipient, recipients, steps, signed, appearances } as const
    const { pages } = row.document
    await checkStatement({ ...candidate, attachments: [], act: 'decline', pages }, at)
    const path = `recipients.${row.recipients.indexOf(recipient)}.declined`
    return { steps, set: { [path]: declined, state: 'declined', endedAt: at } }
  })
}

/** Returns the revealed reason; empty if there is none. @throws AppError STATEMENT_REFUSED */
function readReason({ revealed }: SignedStatement): string {
  const item = revealed.find(({ kind }) => kind === 'reason')
  if (!item) return ''
  const reason = revealedText(item)
  if (!EndReason.safeParse(reason).success) throw refused('BAD_REASON')
  return reason
}
