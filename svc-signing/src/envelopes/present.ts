/** Converts rows to what calls return. */
import type {
  Envelope,
  EnvelopeRecipient,
  EnvelopeSummary,
  SigningBasis,
} from '@inkproof/protocol/envelopes'
import type { SummaryRow } from './envelope-store.ts'
import type { EnvelopeRow } from './envelopes.model.ts'

/** @param accountId who sees it */
export function toSummary(row: SummaryRow, accountId: string): EnvelopeSummary {
  const { _id, createdAt, endedAt, recipients, state, title } = row
  return {
    id: _id,
    title,
    state,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    recipients: recipients.map(
      (recipient): EnvelopeRecipient => ({
        id: recipient.id,
        name: recipient.name,
        email: recipient.email,
        isYou: recipient.accountId === accountId,
        signedAt: recipient.statement?.signedAt.toISOString() ?? null,
      }),
    ),
  }
}

/** @param accountId who sees it */
export function toEnvelope(row: EnvelopeRow, accountId: string): Envelope {
  const { document, finished, request, state, steps, waitingFor } = row
  return {
    ...toSummary(row, accountId),
    expiresAt: request?.expiresAt.toISOString() ?? null,
    document,
    fields: request?.fields ?? [],
    steps: steps.map(({ at, index, recipient, type }) => ({
      type,
      at: at.toISOString(),
      recipient,
      index,
    })),
    basis: toBasis(row, accountId),
    waitingFor: state === 'completing' ? waitingFor : null,
    // Nothing signed is visible before everything is done.
    finished:
      state === 'completed' && finished
        ? {
            fileName: finished.fileName,
            size: finished.size,
            fingerprint: finished.fingerprint,
            certificate: finished.certify.id,
          }
        : null,
  }
}

function toBasis(
  { recipients, request, steps }: EnvelopeRow,
  accountId: string,
): SigningBasis | null {
  const [first] = steps
  if (!request || !first) return null
  const { chainId, consent, envelope, origin, prepared } = request
  const you = recipients.find((recipient) => recipient.accountId === accountId)
  return {
    envelope,
    origin,
    chainId,
    firstEntry: first.leaf,
    prepared: { fingerprint: prepared.fingerprint, size: prepared.size },
    consent,
    key: you?.key ? { recipient: you.id, ...you.key } : null,
  }
}
