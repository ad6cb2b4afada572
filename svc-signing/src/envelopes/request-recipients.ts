/** Checks the recipients that the sender entered, and creates their rows. */
import { randomBytes } from 'node:crypto'
import type { RecipientRequest, StartEnvelopeRequest } from '@inkproof/protocol/start-envelope'
import { AppError } from '@inkproof/service-kit/app-error'
import { hashAccessCode, isAccessCode } from './access-code.ts'
import { asciiEmail } from './ascii-email.ts'
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
 * Checks the days that recipients have from their turn on.
 *
 * @throws AppError RECIPIENTS_REFUSED for somebody who does not sign or approve, for the sender, who is not mailed when it is their
 * turn, and for more days than the request has
 */
export function requireAnswerTimes({
  expiresAfterDays,
  recipients,
}: Pick<StartEnvelopeRequest, 'expiresAfterDays' | 'recipients'>): void {
  for (const [index, recipient] of recipients.entries()) {
    const { answerWithinDays, email } = recipient
    if (answerWithinDays === undefined) continue
    const path = `recipients.${index}.answerWithinDays`
    if (!mustAct(recipient) || email === null)
      throw refused(path, 'expected it only for others who sign or approve')
    if (answerWithinDays > expiresAfterDays)
      throw refused(path, 'expected no more days than expiresAfterDays')
  }
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
  for (const [index, recipient] of recipients.entries()) {
    const { accessCode, answerWithinDays, email, name, order, role } = recipient
    rows.push({
      ...newRecipient(index, { name, email: addresses[index] ?? '', order, role }),
      ...(answerWithinDays !== undefined && { answerWithinDays }),
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

export function refused(path: string, message: string): AppError {
  return new AppError('RECIPIENTS_REFUSED', { issues: [{ path, message }] })
}
