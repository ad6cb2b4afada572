/** What the start of a signing request fixes. */
import { toBase64Url, toHex } from '@inkproof/proof/bytes'
import type { StartEnvelopeRequest } from '@inkproof/protocol/start-envelope'
import { OWN_DOCUMENT_CONSENT, REQUEST_CONSENT } from '@inkproof/signing/consent-text'
import { envelopeDigest } from '@inkproof/signing/envelope'
import { beginAnswerTimes } from './answer-times.ts'
import type { Contact } from './dependencies.ts'
import { describeEnvelope } from './describe-envelope.ts'
import type { EnvelopeRow, RecipientRow, RequestRow } from './envelopes.model.ts'
import type { StartedField } from './request-fields.ts'
import { senderName } from './sender-name.ts'
import { appendStep } from './steps.ts'

type StartInput = {
  row: EnvelopeRow
  body: StartEnvelopeRequest
  contact: Contact
  recipients: RecipientRow[]
  /** Thumbprints of the keys that are known as those of each recipient. */
  knownKeys: readonly Uint8Array[][]
  fields: StartedField[]
  /** SHA-256 of the prepared PDF, hex. */
  fingerprint: string
  startedAt: Date
  PUBLIC_ORIGIN: string
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** Returns what the start changes in the row, and the encoded envelope. @throws ProofError if the input contradicts itself */
export function describeStart(input: StartInput) {
  const { body, contact, fields, knownKeys, recipients, fingerprint, row, startedAt } = input
  const { language, workspaceName } = contact
  const own = recipients.find(({ accountId }) => accountId !== null)
  const isOwn = recipients.every(({ accountId }) => accountId !== null)
  const consent = isOwn ? OWN_DOCUMENT_CONSENT : REQUEST_CONSENT
  const expiresAt = toSecond(new Date(startedAt.getTime() + body.expiresAfterDays * DAY_MS))
  const bytes = describeEnvelope({
    id: row._id,
    title: body.title,
    message: body.message,
    workspaceName,
    PUBLIC_ORIGIN: input.PUBLIC_ORIGIN,
    recipients: recipients.map((recipient, i) => ({
      ...recipient,
      knownKeys: knownKeys[i] ?? [],
    })),
    language,
    document: row.document,
    prepared: fingerprint,
    fields,
    consent,
    expiresAt,
  })
  const digest = toHex(envelopeDigest(bytes))
  const request: Omit<RequestRow, 'startedWith' | 'origin' | 'chainId' | 'prepared'> = {
    startedAt,
    expiresAt,
    envelope: toBase64Url(bytes),
    digest,
    sender: senderName(contact, own?.name),
    language,
    message: body.message,
    reminders: body.reminders,
    consent,
    fields: fields.map(({ properties: _, ...field }) => field),
  }
  const steps = appendStep([], digest, { type: 'sent', claims: {} }, startedAt)
  return {
    ...{ envelope: bytes, title: body.title, request, steps },
    recipients: beginAnswerTimes(recipients, request, startedAt),
  }
}

function toSecond(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1_000) * 1_000)
}
