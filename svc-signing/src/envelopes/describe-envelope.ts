/** Encodes the envelope: the immutable description of a request, to which its first entry and all statements commit. */
import { fromHex, utf8 } from '@inkproof/proof/bytes'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import type { EnvelopeDocument, PageSize } from '@inkproof/protocol/envelopes'
import { type Consent, consentReference } from '@inkproof/signing/consent-text'
import { LANGUAGE_PATTERN } from '@inkproof/signing/envelope'
import { encodeEnvelope } from '@inkproof/signing/envelope-codec'
import type { Field } from '@inkproof/signing/field'
import type { RecipientRow } from './envelopes.model.ts'
import type { StartedField } from './request-fields.ts'
import { clipLine } from './text.ts'

/** A completion counts only if a block contains it within a day after the expiry. */
const ANCHOR_GRACE_SECONDS = 86_400

export type EnvelopeInput = {
  id: string
  title: string
  workspaceName: string
  /** Origin of the signing page. */
  PUBLIC_ORIGIN: string
  /** The sender's message; may be empty. */
  message: string
  recipients: readonly (Pick<RecipientRow, 'id' | 'name' | 'email' | 'role' | 'order'> & {
    /** Thumbprints of the keys that are known as theirs, in ascending order. */
    knownKeys: Uint8Array[]
  })[]
  /** Of the recipients' mails, BCP 47. */
  language: string
  document: Pick<EnvelopeDocument, 'fileName' | 'pages'>
  /** SHA-256 of the prepared PDF, hex. */
  prepared: string
  fields: readonly StartedField[]
  consent: Consent
  /** To the second. */
  expiresAt: Date
}

/** Returns the encoded envelope. @throws ProofError if the input contradicts itself */
export function describeEnvelope(input: EnvelopeInput): Uint8Array {
  const { document, fields, language, prepared, PUBLIC_ORIGIN, recipients } = input
  const { hostname, origin } = new URL(PUBLIC_ORIGIN)
  return encodeEnvelope({
    id: input.id,
    title: input.title,
    workspace: clipLine(input.workspaceName, 200),
    site: { origin, rpId: hostname },
    recipients: recipients.map(({ email, id, knownKeys, name, order, role }) => ({
      id,
      role,
      name,
      email,
      order,
      language: LANGUAGE_PATTERN.test(language) ? language : 'en',
      knownKeys,
    })),
    documents: [
      {
        fingerprint: fromHex(prepared),
        name: clipLine(document.fileName, 200),
        pages: document.pages.length,
      },
    ],
    fields: fields.map((field) => toField(field, document.pages)),
    consents: [consentReference(input.consent, nodeSha256)],
    messageHash: nodeSha256(utf8(input.message)),
    expiresAt: input.expiresAt,
    anchorGraceSeconds: ANCHOR_GRACE_SECONDS,
  })
}

function toField(field: StartedField, pages: readonly PageSize[]): Field {
  const { height, width, x, y } = field.rectangle
  const box = pages[field.page - 1]?.box ?? { x: 0, y: 0 }
  return {
    id: field.id,
    document: 0,
    page: field.page,
    // A field may exceed its page by a rounding error.
    rect: [
      Math.max(0, hundredths(x - box.x)),
      Math.max(0, hundredths(y - box.y)),
      hundredths(width),
      hundredths(height),
    ],
    type: field.type,
    recipient: field.recipient,
    required: field.required,
    ...(field.label !== undefined && { label: field.label }),
    ...field.properties,
  }
}

function hundredths(points: number): number {
  return Math.round(points * 100)
}
