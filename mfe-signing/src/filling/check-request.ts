/** Checks that what the page shows of a signing request is what the statement will be about. */
import { fromBase64Url, toHex, utf8 } from '@inkproof/proof/bytes'
import { sha256 } from '@inkproof/proof/sha256'
import type { EnvelopeField } from '@inkproof/protocol/envelopes'
import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import type { Envelope, Recipient } from '@inkproof/signing/envelope'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import type { Field } from '@inkproof/signing/field'
import { t } from '@inkproof/texts/text'
import { hasConsent, PreparedDiffers } from '../signing/check-prepared.ts'

/** The description of the request that the statement commits to, and this person's part of it. */
export type CheckedRequest = {
  envelope: Envelope
  /** Under this ID, name and address the person acts. */
  recipient: Recipient
  /** The fields that this person fills. */
  ownFields: Field[]
}

/** What is checked of a request: of a link's, or of one that the sender signs in their session. */
export type FillableRequest = Pick<
  LinkedRequest,
  'basis' | 'expiresAt' | 'fields' | 'message' | 'participants' | 'title' | 'you'
> & {
  /** Its ID, if the person opened it by its ID. */
  id?: string
}

/** Checks title, message, people, fields, text of the consent and deadline. @throws PreparedDiffers */
export function checkRequest(request: FillableRequest): CheckedRequest {
  const { basis, expiresAt, id, message, title, you } = request
  const envelope = decode(basis.envelope)
  const [document] = envelope.documents
  require(id === undefined || envelope.id === id, t('its ID'))
  require(envelope.title === title, t('its title'))
  require(toHex(envelope.messageHash) === toHex(sha256(utf8(message))), t('its message'))
  require(envelope.expiresAt.getTime() === Date.parse(expiresAt), t('its deadline'))
  require(envelope.documents.length === 1 &&
    toHex(document?.fingerprint ?? new Uint8Array()) === basis.prepared.fingerprint, t(
    'its document',
  ))
  require(hasConsent(envelope, basis.consent), t('the text that you agree to'))
  const original = findOriginal(envelope, request)
  require(original !== undefined, t('your part in it'))
  const ownFields = envelope.fields.filter(({ recipient }) => recipient === original.id)
  checkFields(envelope, request)
  const recipient = { ...original, id: you.id, name: you.name, email: you.email }
  return { envelope, recipient, ownFields }
}

/** Checks that the document has the pages that the description names. @throws PreparedDiffers */
export function checkPages(
  { envelope: { documents } }: CheckedRequest,
  { pages }: { pages: readonly unknown[] },
): void {
  require(documents[0]?.pages === pages.length, t('its number of pages'))
}

/**
 * Returns the recipient of the description. It does not name a person who took over: that one has the part of somebody who
 * is no longer listed.
 */
function findOriginal(
  { recipients }: Envelope,
  { participants, you }: FillableRequest,
): Recipient | undefined {
  const original = recipients.find(({ id }) => id === you.original)
  if (original?.role !== you.role || original.order !== you.order) return undefined
  if (original.id === you.id)
    return original.name === you.name && original.email === you.email ? original : undefined
  const isNamed = recipients.some(({ id }) => id === you.id)
  const isReplaced = participants.every(({ id }) => id !== original.id)
  return isReplaced && !isNamed ? original : undefined
}

/** The page shows the fields of the description; the list that the service returned must be the same. */
function checkFields({ fields }: Envelope, { fields: listed, you }: FillableRequest): void {
  const byId = new Map(listed.map((field) => [field.id, field]))
  const areSame =
    fields.length === listed.length &&
    fields.every((field) => {
      const other: EnvelopeField | undefined = byId.get(field.id)
      return (
        other !== undefined &&
        (other.recipient === you.id) === (field.recipient === you.original) &&
        other.type === field.type &&
        other.label === field.label &&
        other.page === field.page &&
        other.required === field.required
      )
    })
  require(areSame, t('its fields'))
}

function decode(encoded: string): Envelope {
  try {
    return decodeEnvelope(fromBase64Url(encoded))
  } catch {
    require(false, t('its description'))
  }
}

function require(condition: boolean, what: string): asserts condition {
  if (condition) return
  throw new PreparedDiffers(
    t(
      'What Inkproof shows does not match what you would sign (difference: {what}). Do not sign it. Tell the sender. If this happens again, contact the operator of this site.',
      { what },
    ),
  )
}
