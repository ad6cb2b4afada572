/** Converts rows to what the holder of a link sees. */
import type { FinishedDocument } from '@inkproof/protocol/envelopes'
import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { readStep } from '@inkproof/signing/step'
import type { EnvelopeRow } from './envelopes.model.ts'
import { toAttachments, toBasis, toFields, toFinished, toSteps } from './present.ts'
import { activeInOrder, toParticipant } from './present-participant.ts'
import { requireRecipient, requireStarted } from './request-state.ts'
import { openingOf } from './steps.ts'

/** @param recipientId the holder of the link. @throws AppError ENVELOPE_NOT_STARTED, ENVELOPE_NOT_FOUND */
export function toLinkedRequest(row: EnvelopeRow, recipientId: string): LinkedRequest {
  const { expiresAt, message, sender } = requireStarted(row)
  const you = requireRecipient(row, recipientId)
  const finished = toFinished(row)
  const basis = toBasis(row, you)
  if (!basis) throw new Error(`${row._id} has no steps`)
  return {
    title: row.title,
    message,
    sender,
    state: row.state,
    expiresAt: expiresAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    reason: reasonOf(row),
    you: toParticipant(row, you, true),
    participants: activeInOrder(row).map((item) => toParticipant(row, item, item === you)),
    document: row.document,
    fields: toFields(row),
    steps: toSteps(row),
    basis,
    waitsForRelease: you.otherKey !== null && !you.otherKey.isReleased,
    finished: finished && withoutCertificate(finished),
    ...toAttachments(row),
  }
}

function withoutCertificate({ certificate: _, ...finished }: FinishedDocument) {
  return finished
}

/** Why a request was declined or voided; empty if no reason was given, or it was not. */
export function reasonOf({ steps }: Pick<EnvelopeRow, 'steps'>): string {
  const last = steps.at(-1)
  if (last?.type !== 'declined' && last?.type !== 'voided') return ''
  return readStep(openingOf(last)).claims['reason'] ?? ''
}
