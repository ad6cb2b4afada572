/** Converts rows to what calls return. */
import {
  type Attachment,
  type Envelope,
  type EnvelopeField,
  type EnvelopeRecipient,
  type EnvelopeStep,
  type EnvelopeSummary,
  type FinishedDocument,
  IdentificationMethod,
  type Participant,
  type SigningBasis,
} from '@inkproof/protocol/envelopes'
import type { SentEmail } from '@inkproof/protocol/mail'
import type { Session } from '@inkproof/service-kit/auth'
import { shownAttachments } from './attachments.ts'
import { earlierValues } from './earlier-values.ts'
import type { SummaryRow } from './envelope-store.ts'
import type { AttachmentRow, EnvelopeRow, RecipientRow, StepRow } from './envelopes.model.ts'
import { activeInOrder, replacedBy, toParticipant } from './present-participant.ts'
import { hasEndedUnsigned } from './request-state.ts'
import { openingOf } from './steps.ts'

/** The newest mail with a link of each recipient, by the recipient's ID. */
export type Invitations = ReadonlyMap<string, SentEmail>

/** Returns what the person of a session sees of a request, with the newest e-mail to each recipient. */
export type PresentEnvelope = (
  row: EnvelopeRow,
  session: Pick<Session, 'accountId'>,
) => Promise<Envelope>

/** @param accountId who sees it */
export function toSummary(row: SummaryRow, accountId: string): EnvelopeSummary {
  const { _id, createdAt, endedAt, request, state, title } = row
  return {
    id: _id,
    title,
    state,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    expiresAt: request?.expiresAt.toISOString() ?? null,
    recipients: activeInOrder(row).map((recipient) =>
      toParticipant(row, recipient, recipient.accountId === accountId),
    ),
  }
}

/** @param accountId who sees it */
export function toEnvelope(
  row: EnvelopeRow,
  accountId: string,
  invitations: Invitations = new Map(),
): Envelope {
  const { document, request, state, waitingFor } = row
  const you = activeInOrder(row).find((recipient) => recipient.accountId === accountId)
  return {
    ...toSummary(row, accountId),
    recipients: activeInOrder(row).map((recipient) => ({
      ...toParticipant(row, recipient, recipient === you),
      ...forSender(row, recipient, invitations),
    })),
    isSender: row.accountId === accountId,
    message: request?.message ?? '',
    reminders: request?.reminders ?? null,
    document,
    fields: toFields(row),
    steps: toSteps(row),
    basis: toBasis(row, you),
    waitingFor: state === 'completing' ? waitingFor : null,
    finished: toFinished(row),
    ...toAttachments(row),
  }
}

/** Absent if there are none. */
export function toAttachments(row: EnvelopeRow): { attachments?: Attachment[] } {
  const shown = shownAttachments(row)
  return shown.length > 0 ? { attachments: shown.map(toAttachment) } : {}
}

export function toAttachment({ field, fileName, fingerprint, size }: AttachmentRow): Attachment {
  return { field, fileName, size, fingerprint }
}

function forSender(
  row: EnvelopeRow,
  { accessCode, answerWithinDays, declined, id, otherKey }: RecipientRow,
  invitations: Invitations,
): Omit<EnvelopeRecipient, keyof Participant> {
  const before = replacedBy(row, id)
  return {
    ...(before?.isCorrected && { correctedFrom: { name: before.name, email: before.email } }),
    invitation: invitations.get(id) ?? null,
    hasAccessCode: accessCode !== null,
    ...(answerWithinDays !== undefined && { answerWithinDays }),
    otherKey:
      otherKey && !otherKey.isReleased
        ? { thumbprint: otherKey.thumbprint, requestedAt: otherKey.requestedAt.toISOString() }
        : null,
    reason: declined?.reason ?? null,
  }
}

/** The fields, each with the ID of the person who fills it now. */
export function toFields({ recipients, request }: EnvelopeRow): EnvelopeField[] {
  const current = new Map(
    recipients
      .filter(({ handedOverTo }) => handedOverTo === null)
      .map(({ id, original }) => [original, id]),
  )
  const fields = request?.fields ?? []
  return fields.map((field) => ({
    ...field,
    recipient: current.get(field.recipient) ?? field.recipient,
  }))
}

export function toSteps({
  recipients,
  steps,
}: Pick<EnvelopeRow, 'recipients' | 'steps'>): EnvelopeStep[] {
  const byId = new Map(recipients.map((recipient) => [recipient.id, recipient]))
  const nameOf = (id: string | null | undefined) => byId.get(id ?? '')?.name ?? null
  return steps.map((step) => {
    const { at, index, recipient, type } = step
    const next = REPLACING.includes(type) ? byId.get(recipient ?? '')?.handedOverTo : null
    return {
      ...{ type, at: at.toISOString(), recipient, recipientName: nameOf(recipient) },
      handedOverTo: nameOf(next),
      ...claimsOf(step),
      index,
    }
  })
}

/** What a step says in addition to whom it concerns. */
function claimsOf(step: StepRow): Pick<EnvelopeStep, 'method' | 'until'> {
  if (step.type !== 'verified' && step.type !== 'extended') return {}
  const { claims } = openingOf(step)
  const claimed = (name: string) =>
    claims.flatMap((claim) => ('hash' in claim || claim.name !== name ? [] : [claim.value]))[0]
  const method = IdentificationMethod.safeParse(claimed('method')).data
  const until = claimed('until')
  return { ...(method && { method }), ...(until !== undefined && { until }) }
}

/** The steps by which one recipient takes the place of another. */
export const REPLACING: readonly string[] = ['handed-over', 'corrected', 'readdressed']

/** Nothing signed is visible before everything is done. */
export function toFinished({ finished, state }: EnvelopeRow): FinishedDocument | null {
  if (state !== 'completed' || !finished) return null
  const { certify, evidence, fileName, fingerprint, size } = finished
  return {
    fileName,
    size,
    fingerprint,
    ...(evidence && { evidence: { fileName: evidence.fileName, size: evidence.size } }),
    certificate: certify.id,
  }
}

/** Null for drafts. @param you the recipient who sees it; undefined for other members of the sender's workspace */
export function toBasis(row: EnvelopeRow, you: RecipientRow | undefined): SigningBasis | null {
  const { recipients, request, steps } = row
  const [first] = steps
  if (!request || !first) return null
  const { chainId, consent, envelope, origin, prepared } = request
  return {
    envelope,
    origin,
    chainId,
    firstEntry: first.leaf,
    prepared: { fingerprint: prepared.fingerprint, size: prepared.size },
    consent,
    key: you?.key ? { recipient: you.id, ...you.key } : null,
    // After an end without completion, nobody needs what the others entered.
    earlier: you && !hasEndedUnsigned(row) ? earlierValues(recipients, you) : [],
  }
}
