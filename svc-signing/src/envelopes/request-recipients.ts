/** Checks the recipients and fields that the sender entered, and creates the recipients' rows. */
import { randomBytes } from 'node:crypto'
import type { PreparedField, RequestedField } from '@inkproof/pdf-signing/fields'
import type { FieldRequest } from '@inkproof/protocol/envelope-fields'
import type {
  EnvelopeDocument,
  EnvelopeField,
  RecipientRequest,
  StartEnvelopeRequest,
} from '@inkproof/protocol/envelopes'
import { AppError } from '@inkproof/service-kit/app-error'
import { hashAccessCode, isAccessCode } from './access-code.ts'
import { asciiEmail } from './describe-envelope.ts'
import type { RecipientRow } from './envelopes.model.ts'
import { mustAct } from './turns.ts'

/** The sender, as a recipient. `email`: their confirmed address. */
export type Sender = { accountId: string; email: string }

/** The ID of the recipient at this index. */
export function recipientId(index: number): string {
  return `recipient-${index + 1}`
}

/** A new ID of a link: 16 random bytes, base64url. */
export function newLinkId(): string {
  return randomBytes(16).toString('base64url')
}

/**
 * Returns the recipients' addresses, normalized.
 *
 * @throws AppError RECIPIENTS_REFUSED: no signer and no approver, the sender twice, an address twice, or one that digital IDs
 * cannot contain
 */
export function readAddresses(recipients: readonly RecipientRequest[], sender: Sender): string[] {
  if (!recipients.some(mustAct)) throw refused('recipients', 'expected a signer or an approver')
  const seen = new Set<string>()
  return recipients.map(({ email }, index) => {
    const address = email === null ? sender.email : asciiEmail(email)
    const path = `recipients.${index}.email`
    if (address === undefined) throw refused(path, 'expected an address of ASCII characters')
    if (seen.has(address)) throw refused(path, 'expected each address once')
    seen.add(address)
    return address
  })
}

/**
 * Returns the rows of the recipients. Hashes their access codes one after the other, so that one request with many of them
 * leaves room for others.
 *
 * @param addresses as {@link readAddresses} returns them
 */
export async function makeRecipients(
  recipients: readonly RecipientRequest[],
  addresses: readonly string[],
  { accountId }: Sender,
): Promise<RecipientRow[]> {
  const rows: RecipientRow[] = []
  for (const [index, { accessCode, email, name, order, role }] of recipients.entries()) {
    rows.push({
      ...newRecipient(index, { name, email: addresses[index] ?? '', order, role }),
      linkId: email === null ? null : newLinkId(),
      accountId: email === null ? accountId : null,
      // The sender is signed in.
      accessCode: accessCode === null || email === null ? null : await hashAccessCode(accessCode),
    })
  }
  return rows
}

/** A recipient who acts by link and has done nothing yet. @param index among all rows of recipients */
export function newRecipient(
  index: number,
  person: Pick<RecipientRow, 'name' | 'email' | 'order' | 'role'>,
): RecipientRow {
  const id = recipientId(index)
  return {
    id,
    linkId: newLinkId(),
    accountId: null,
    ...person,
    original: id,
    handedOverTo: null,
    accessCode: null,
    openedAt: null,
    code: null,
    codesAt: [],
    key: null,
    otherKey: null,
    statement: null,
    declined: null,
  }
}

/** Whether these are the access codes of the rows. */
export async function haveSameAccessCodes(
  recipients: readonly RecipientRequest[],
  rows: readonly RecipientRow[],
): Promise<boolean> {
  for (const [index, { accessCode }] of recipients.entries()) {
    const stored = rows[index]?.accessCode
    if (stored && accessCode !== null && !(await isAccessCode(stored, accessCode))) return false
  }
  return true
}

/** What each signer fills, by signer in the order of the recipients. `index`: of the recipient. */
export type FieldGroup = { index: number; fields: FieldRequest[] }

/**
 * Groups the fields by signer.
 *
 * @throws AppError FIELDS_REFUSED if a signer does not have exactly one signature, or another recipient has a field; in a
 * document that was signed before, also if there is a field of another type, or any field if none can be shown
 */
export function groupFields(
  { fields, recipients }: Pick<StartEnvelopeRequest, 'fields' | 'recipients'>,
  { signedBefore }: Pick<EnvelopeDocument, 'signedBefore'>,
): FieldGroup[] {
  const expected = signedBefore?.canShow === false ? 0 : 1
  const isOfSigner = ({ recipient }: FieldRequest) => recipients[recipient]?.role === 'signer'
  if (!fields.every(isOfSigner)) throw new AppError('FIELDS_REFUSED')
  return recipients.flatMap(({ role }, index) => {
    if (role !== 'signer') return []
    const own = fields.filter(({ recipient }) => recipient === index)
    const signatures = own.filter(({ type }) => type === 'signature')
    const hasOthers = own.length > signatures.length
    if (signatures.length !== expected || (signedBefore && hasOthers))
      throw new AppError('FIELDS_REFUSED')
    return [{ index, fields: own }]
  })
}

export function toRequestedField({ page, rectangle, type }: FieldRequest): RequestedField {
  return { type: type === 'signing-date' ? 'date' : type, page: page - 1, rectangle }
}

/** Returns the fields of the prepared document. @param prepared in the order of the groups */
export function nameFields(
  groups: readonly FieldGroup[],
  prepared: readonly PreparedField[],
): EnvelopeField[] {
  return groups
    .flatMap(({ fields }) => fields)
    .map(({ recipient, ...field }, i) => ({
      ...field,
      // A signature field that may stay empty would give a digital signature without a picture.
      required: field.required || field.type === 'signature',
      id: prepared[i]?.name ?? '',
      rectangle: prepared[i]?.rectangle ?? field.rectangle,
      recipient: recipientId(recipient),
    }))
}

function refused(path: string, message: string): AppError {
  return new AppError('RECIPIENTS_REFUSED', { issues: [{ path, message }] })
}
