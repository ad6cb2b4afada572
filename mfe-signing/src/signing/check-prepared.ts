/**
 * Checks, before anything is shown or signed, that what the service prepared is what the user entered. A service that
 * changes the description of the document or its fields is noticed here, because the statement covers all of it.
 */
import { fromBase64Url, toHex, utf8 } from '@inkproof/proof/bytes'
import { sha256 } from '@inkproof/proof/sha256'
import { normalizeEmail } from '@inkproof/protocol/email-address'
import type { Rectangle } from '@inkproof/protocol/envelope-fields'
import type { SigningBasis } from '@inkproof/protocol/envelopes'
import type { Envelope, Recipient } from '@inkproof/signing/envelope'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import type { Field } from '@inkproof/signing/field'
import { t } from '@inkproof/texts/text'
import { conditionsOf } from '../editor/conditions.ts'
import type { PlacedField, ReadyRecipient } from '../editor/draft.ts'
import { labelOf } from '../editor/field-label.ts'
import { isRequired, isSentReadOnly, presetOf, validationOf } from '../editor/settings-problem.ts'
import type { EnteredEnvelope } from './signing-db.ts'

/** The prepared document differs from what the user entered, so it must not be signed. */
export class PreparedDiffers extends Error {
  override readonly name = 'PreparedDiffers'
  /** What differs, in words; empty if the message says it. */
  readonly difference: string

  constructor(message: string, difference = '') {
    super(message)
    this.difference = difference
  }
}

/** What the user entered, and who signs it. */
export type Expected = {
  entered: EnteredEnvelope
  /** The e-mail address of the signer's session. */
  email: string
}

/** What was checked, for the review and the statement. */
export type CheckedEnvelope = { envelope: Envelope; recipient: Recipient; encoded: Uint8Array }

/** Checks the description of the envelope that the sender signs or approves. @throws PreparedDiffers */
export function checkEnvelope(
  id: string,
  basis: SigningBasis,
  expected: Expected,
): CheckedEnvelope {
  const envelope = checkDescription(id, basis, expected)
  const own = expected.entered.recipients.findIndex(({ email }) => email === null)
  const recipient = envelope.recipients[own]
  require(recipient !== undefined, t('its recipients'))
  return { envelope, recipient, encoded: fromBase64Url(basis.envelope) }
}

/** Checks the description of the envelope, also of one that the sender does not sign. @throws PreparedDiffers */
export function checkDescription(
  id: string,
  basis: SigningBasis,
  { email, entered }: Expected,
): Envelope {
  const envelope = decode(fromBase64Url(basis.envelope))
  const { documents, messageHash, title } = envelope
  const [document] = documents
  require(envelope.id === id, t('its ID'))
  require(title === entered.title, t('its title'))
  require(toHex(messageHash) === toHex(sha256(utf8(entered.message))), t('its message'))
  checkRecipients(envelope, entered, email)
  require(document !== undefined &&
    documents.length === 1 &&
    toHex(document.fingerprint) === basis.prepared.fingerprint, t('its document'))
  require(hasConsent(envelope, basis.consent), t('the text that you agree to'))
  return envelope
}

/** Checks that these bytes are the prepared document. @throws PreparedDiffers */
export async function checkBytes(
  bytes: Uint8Array<ArrayBuffer>,
  { documents: [document] }: Envelope,
): Promise<void> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  require(document !== undefined && toHex(document.fingerprint) === toHex(digest), t(
    'its fingerprint',
  ))
}

/**
 * Checks number, type, place and properties of the fields, and the number of pages.
 *
 * @param boxes visible boxes of the pages of the prepared document
 * @throws PreparedDiffers
 */
export function checkFields(
  { documents: [document], fields }: Envelope,
  { fields: placed, recipients }: EnteredEnvelope,
  boxes: readonly Rectangle[],
): void {
  require(document?.pages === boxes.length, t('its number of pages'))
  const areSame =
    fields.length === placed.length &&
    fields.every((field, index) => {
      const other = placed[index] as PlacedField
      const { page, rectangle, type } = other
      const box = boxes[page - 1]
      const owner = recipients.findIndex(({ id }) => id === other.recipient)
      return (
        box !== undefined &&
        field.recipient === recipientId(owner) &&
        field.type === type &&
        field.page === page &&
        field.required === (isRequired(other) || type === 'signature') &&
        hasSettings(field, other) &&
        conditionsIn(field, fields) === conditionsFor(other, placed) &&
        isAt(rectangleOf(field, box), rectangle)
      )
    })
  require(areSame && haveSameGroups(fields, placed), t('its fields'))
}

/** Converts the place of a field to the user space of its page, in points. */
export function rectangleOf({ rect }: Pick<Field, 'rect'>, box: Rectangle): Rectangle {
  const [left, bottom, width, height] = rect.map((length) => length / 100) as Field['rect']
  return { x: box.x + left, y: box.y + bottom, width, height }
}

function decode(encoded: Uint8Array): Envelope {
  try {
    return decodeEnvelope(encoded)
  } catch {
    require(false, t('its description'))
  }
}

function checkRecipients(
  { recipients }: Envelope,
  { recipients: entered }: EnteredEnvelope,
  ownEmail: string,
): void {
  require(recipients.length === entered.length, t('its recipients'))
  const areSame = recipients.every((recipient, index) => {
    const { email, name, order, role } = entered[index] as ReadyRecipient
    return (
      recipient.id === recipientId(index) &&
      recipient.name === name &&
      recipient.role === role &&
      recipient.order === order &&
      recipient.email === normalizeEmail(email ?? ownEmail)
    )
  })
  require(areSame, t('the name, e-mail address, role or order of a recipient'))
}

/** The service numbers the recipients of a request in their order. */
function recipientId(index: number): string {
  return `recipient-${index + 1}`
}

/** Whether an envelope names this consent text. It names it by its hash, so nobody can replace the text afterwards. */
export function hasConsent(
  { consents }: Envelope,
  { language, text, version }: SigningBasis['consent'],
): boolean {
  const fingerprint = toHex(sha256(utf8(text)))
  return consents.some(
    (item) =>
      item.language === language &&
      item.version === version &&
      toHex(item.fingerprint) === fingerprint,
  )
}

/** Whether a field has exactly the properties that the sender chose, except for its group and its conditions. */
function hasSettings(
  { default: preset, label, readOnly, type, validation }: Field,
  other: Pick<PlacedField, 'recipient' | 'settings'>,
): boolean {
  const placed = { ...other, type: type as PlacedField['type'] }
  const isSame =
    readOnly === isSentReadOnly(placed) && preset === presetOf(placed) && label === labelOf(placed)
  return isSame && rulesOf(validation) === rulesOf(validationOf(placed))
}

function rulesOf(validation: Field['validation']): string {
  const rules = Object.entries(validation).filter(([, rule]) => rule !== undefined)
  return JSON.stringify(rules.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The service names the fields: the conditions must name the fields at the same places. */
function conditionsIn({ conditions }: Field, fields: readonly Field[]): string {
  const ids = fields.map(({ id }) => id)
  return JSON.stringify(conditions.map(({ field, is, value }) => [ids.indexOf(field), is, value]))
}

function conditionsFor(field: PlacedField, fields: readonly PlacedField[]): string {
  const ids = fields.map(({ id }) => id)
  const conditions = conditionsOf(field, fields)
  return JSON.stringify(conditions.map(({ field: id, is, value }) => [ids.indexOf(id), is, value]))
}

/** The service names the groups: those of the sender and those of the service must consist of the same buttons. */
function haveSameGroups(fields: readonly Field[], placed: readonly PlacedField[]): boolean {
  const numbersOf = (groups: readonly (string | undefined)[]) =>
    groups.map((group) => (group === undefined ? -1 : groups.indexOf(group))).join()
  return (
    numbersOf(fields.map(({ group }) => group)) ===
    numbersOf(placed.map(({ settings }) => settings?.group))
  )
}

/** A field at the edge of a page may have been moved by a rounding error. */
const TOLERANCE = 0.51

function isAt(actual: Rectangle, placed: Rectangle): boolean {
  return (['x', 'y', 'width', 'height'] as const).every(
    (side) => Math.abs(actual[side] - placed[side]) <= TOLERANCE,
  )
}

function require(condition: boolean, what: string): asserts condition {
  if (condition) return
  const message = t(
    'The document that Inkproof prepared does not match what you entered (difference: {what}). Do not sign it. Discard it and start again. If this happens again, contact the operator of this site.',
    { what },
  )
  throw new PreparedDiffers(message, what)
}
