/** Envelopes as svc-signing returns them, for the stand-in and for tests of pages. */
import { createHash } from 'node:crypto'
import { fromHex, toBase64Url, utf8 } from '@inkproof/proof/bytes'
import type { FieldSettings } from '@inkproof/protocol/envelope-fields'
import type { Envelope, EnvelopeRecipient, EnvelopeStep } from '@inkproof/protocol/envelopes'
import type { StartEnvelopeRequest } from '@inkproof/protocol/start-envelope'
import type { Envelope as Description } from '@inkproof/signing/envelope'
import { encodeEnvelope } from '@inkproof/signing/envelope-codec'
import { samplePdf } from './sample-draft.ts'

export const CONSENT = {
  language: 'en',
  version: 'own-1',
  text: 'Signing electronically\n\nYou agree.',
}
export const OWN_EMAIL = 'ana@example.org'
export const HASH = 'ab'.repeat(32)
export const TIME = '2026-11-26T10:00:00.000Z'

export const PREPARED = samplePdf('prepared')

export function draftEnvelope(id: string, upload: Uint8Array = samplePdf()): Envelope {
  const box = { x: 0, y: 0, width: 612, height: 792 }
  return {
    id,
    title: 'Lease',
    state: 'draft',
    createdAt: TIME,
    endedAt: null,
    recipients: [],
    expiresAt: null,
    document: {
      fileName: 'Lease.pdf',
      size: upload.length,
      fingerprint: sha256(upload),
      pages: [{ box, rotation: 0 }],
      missingFonts: [],
      removed: [],
      suggestions: [],
    },
    fields: [],
    steps: [],
    basis: null,
    waitingFor: null,
    finished: null,
    isSender: true,
    message: '',
    reminders: null,
  }
}

/** The recipient who is the person of the session. */
export function ownIn(envelope: Envelope | null): EnvelopeRecipient | undefined {
  return envelope?.recipients.find(({ isYou }) => isYou)
}

/** A recipient who was invited; the person of the session unless `change` says otherwise. */
export function sampleParticipant(change: Partial<EnvelopeRecipient> = {}): EnvelopeRecipient {
  return {
    id: 'recipient-1',
    name: 'Ana Reis',
    email: OWN_EMAIL,
    role: 'signer',
    order: 1,
    original: change.id ?? 'recipient-1',
    tookOverFrom: null,
    state: 'invited',
    isYou: true,
    actedAt: null,
    invitation: null,
    hasAccessCode: false,
    otherKey: null,
    reason: null,
    ...change,
  }
}

/** That the request was sent, unless `change` says otherwise. */
export function sampleStep(change: Partial<EnvelopeStep> = {}): EnvelopeStep {
  const nobody = { recipient: null, recipientName: null, handedOverTo: null }
  return { type: 'sent', at: TIME, ...nobody, index: null, ...change }
}

/** What the start changes. @param describe changes the description of the envelope, as a hostile service could */
export function startedValues(
  id: string,
  { fields, message, recipients: requested, reminders, title }: StartEnvelopeRequest,
  describe: (description: Description) => Description = (description) => description,
): Partial<Envelope> {
  const recipients = requested.map(({ accessCode, email, ...recipient }, index) =>
    sampleParticipant({
      ...recipient,
      id: `recipient-${index + 1}`,
      email: email ?? OWN_EMAIL,
      state: recipient.order === 1 ? 'invited' : 'later',
      isYou: email === null,
      hasAccessCode: accessCode !== null,
    }),
  )
  const named = fields.map(({ recipient, settings: _, ...field }, index) => {
    const group = `signer-0${recipient + 1}`
    return {
      ...field,
      required: field.required || field.type === 'signature',
      id: field.type === 'signature' ? `${group}-signature` : `${group}-field-000${index + 1}`,
      recipient: `recipient-${recipient + 1}`,
    }
  })
  const hundredths = (points: number) => Math.round(points * 100)
  const description = describe({
    id,
    title,
    workspace: 'Ana Reis',
    site: { origin: 'https://sign.example.com', rpId: 'sign.example.com' },
    recipients: recipients.map(({ email, id: recipient, name, order, role }) => ({
      id: recipient,
      role,
      name,
      email,
      order,
      language: 'en',
      knownKeys: [],
    })),
    documents: [{ fingerprint: fromHex(sha256(PREPARED)), name: 'Lease.pdf', pages: 1 }],
    fields: named.map(
      ({ page, rectangle: { height, width, x, y }, required, type, ...field }, index) => ({
        ...field,
        type,
        required,
        page,
        document: 0,
        rect: [hundredths(x), hundredths(y), hundredths(width), hundredths(height)],
        ...describeSettings(fields[index]?.settings, named),
      }),
    ),
    consents: [
      {
        language: CONSENT.language,
        version: CONSENT.version,
        fingerprint: fromHex(sha256(utf8(CONSENT.text))),
      },
    ],
    messageHash: fromHex(sha256(utf8(message))),
    expiresAt: new Date('2026-12-24T12:00:00Z'),
    anchorGraceSeconds: 86_400,
  })
  return {
    title,
    state: 'signing',
    expiresAt: '2026-12-24T12:00:00.000Z',
    fields: named,
    message,
    reminders,
    recipients,
    steps: [sampleStep({ index: 4 })],
    basis: {
      envelope: toBase64Url(encodeEnvelope(description)),
      origin: 'inkproof.example/log-1',
      chainId: 1,
      firstEntry: HASH,
      prepared: { fingerprint: sha256(PREPARED), size: PREPARED.length },
      consent: CONSENT,
      key: null,
      earlier: [],
    },
  }
}

function describeSettings(
  {
    conditions: requested = [],
    group,
    readOnly = false,
    validation = {},
    ...others
  }: FieldSettings = {},
  named: readonly { id: string }[],
) {
  const name = group !== undefined && { group: `signer-01-group-000${group + 1}` }
  const conditions = requested.map((one) => ({ ...one, field: named[one.field]?.id ?? '' }))
  return { conditions, readOnly, validation, ...others, ...name }
}

/** What lists show of an envelope. */
export function summaryOf(envelope: Envelope) {
  const { createdAt, endedAt, expiresAt, id, recipients, state, title } = envelope
  return {
    createdAt,
    endedAt,
    expiresAt,
    id,
    recipients: recipients.map(toParticipant),
    state,
    title,
  }
}

function toParticipant({
  answerWithinDays: _days,
  correctedFrom: _before,
  hasAccessCode: _code,
  invitation: _mail,
  otherKey: _key,
  reason: _reason,
  ...participant
}: EnvelopeRecipient) {
  return participant
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
