/** Which e-mails a request needs in its present state. */
import { expiryOf, isLate } from '../envelopes/answer-times.ts'
import type { EnvelopeRow, RecipientRow } from '../envelopes/envelopes.model.ts'
import { reasonOf } from '../envelopes/present-link.ts'
import { hasTurn, isActive, mustAct } from '../envelopes/turns.ts'
import { mailToRecipient, mailToSender, type StartedRow } from './new-mail.ts'
import type { MailKind, SigningMailRow } from './signing-mails.model.ts'

/** A recipient who acts by link. */
export type LinkHolder = RecipientRow & { linkId: string }

const ENDS = ['completed', 'declined', 'voided', 'expired'] as const
type End = (typeof ENDS)[number]

/**
 * Returns the row of a started request; undefined if it needs no e-mails: a draft, a deleted one, or one in which only the
 * sender acts.
 */
export function asRowWithMails(row: EnvelopeRow): StartedRow | undefined {
  const { isDeleted, recipients, request } = row
  const isMailed =
    request !== null && !isDeleted && recipients.some(({ linkId }) => linkId !== null)
  return isMailed ? { ...row, request } : undefined
}

/** The recipients whose link can be mailed, in the order of the request. */
export function invited(row: StartedRow): LinkHolder[] {
  return row.recipients
    .filter(isLinkHolder)
    .filter((recipient) => isActive(recipient) && hasTurn(row.recipients, recipient))
}

/** Whether a recipient is still expected to sign or approve. */
export function isExpectedToAct(recipient: RecipientRow): boolean {
  return mustAct(recipient) && recipient.statement === null && recipient.declined === null
}

/** The invitations of those whose turn it is. */
export function invitations(row: StartedRow, now: Date): SigningMailRow[] {
  if (row.state !== 'signing') return []
  return invited(row)
    .filter(({ statement }) => statement === null)
    .map((recipient) => mailToRecipient(row, recipient, { kind: 'invitation', number: 1, now }))
}

/** The e-mails to recipients whose time the sender has extended, with the newest end. */
export function extensionMails(row: StartedRow, now: Date): SigningMailRow[] {
  if (row.state !== 'signing') return []
  return invited(row)
    .filter((recipient) => isExpectedToAct(recipient) && recipient.extensions !== undefined)
    .map((recipient) => {
      const number = recipient.extensions ?? 0
      return mailToRecipient(row, recipient, { kind: 'extended', number, now })
    })
}

/** The e-mails to recipients who wanted to sign in another browser, and whom the sender has allowed to. */
export function releaseMails(row: StartedRow, now: Date): SigningMailRow[] {
  return withOtherKey(row, true)
    .filter(isLinkHolder)
    .map((recipient) => {
      const number = numberOf(recipient)
      return mailToRecipient(row, recipient, { kind: 'key-released', number, now })
    })
}

/**
 * The e-mails to recipients about the end. After a completion, all get one; otherwise those who were invited, except the
 * person who declined.
 *
 * @param mails the e-mails so far
 */
export function endMails(
  row: StartedRow,
  mails: readonly SigningMailRow[],
  now: Date,
): SigningMailRow[] {
  const kind = endOf(row)
  if (kind === undefined) return []
  const expiresAt = expiryOf(row.recipients, row.request)
  return row.recipients
    .filter(isLinkHolder)
    .filter((recipient) => isActive(recipient) && !recipient.declined)
    .filter(({ id }) => kind === 'completed' || mails.some(({ recipientId }) => recipientId === id))
    .map((recipient) => {
      const values = endValues(row, kind, recipient)
      return mailToRecipient(row, recipient, { kind, number: 1, now, values, expiresAt })
    })
}

/**
 * The e-mails to the sender: about the end, unless they withdrew the request themselves, about each hand-over, and about each
 * recipient who waits to be allowed another browser.
 */
export function senderMails(row: StartedRow, to: string, now: Date): SigningMailRow[] {
  const kind = endOf(row)
  const expiresAt = expiryOf(row.recipients, row.request)
  const end =
    kind === undefined || kind === 'voided'
      ? []
      : [mailToSender(row, to, { kind, now, values: endValues(row, kind), expiresAt })]
  return [...handOvers(row, to, now), ...waitingKeys(row, to, now), ...end]
}

function handOvers(row: StartedRow, to: string, now: Date): SigningMailRow[] {
  return row.recipients.flatMap(({ handedOverTo, id, isCorrected, name }) => {
    if (isCorrected) return []
    const other = row.recipients.find((recipient) => recipient.id === handedOverTo)
    if (!other) return []
    const values = { from: name, to: other.name, address: other.email }
    return [mailToSender(row, to, { about: id, kind: 'handed-over', now, values })]
  })
}

function waitingKeys(row: StartedRow, to: string, now: Date): SigningMailRow[] {
  return withOtherKey(row, false).map((recipient) => {
    const values = { by: recipient.name, address: recipient.email }
    const number = numberOf(recipient)
    return mailToSender(row, to, { about: recipient.id, kind: 'key-waiting', number, now, values })
  })
}

/** The recipients who can act, and have confirmed their mailbox in a second browser. */
function withOtherKey(row: StartedRow, isReleased: boolean): RecipientRow[] {
  if (row.state !== 'signing') return []
  return row.recipients
    .filter((recipient) => isActive(recipient) && isExpectedToAct(recipient))
    .filter(({ otherKey }) => otherKey?.isReleased === isReleased)
}

/** Tells the browsers of a recipient apart. A key is 256 bits; this much of its thumbprint is enough. */
function numberOf({ otherKey }: RecipientRow): string {
  return otherKey?.thumbprint.slice(0, 16) ?? ''
}

function endOf({ state }: EnvelopeRow): End | undefined {
  return ENDS.find((end): end is End & MailKind => end === state)
}

/** @param reader the recipient who gets the e-mail; undefined for the sender */
function endValues(row: StartedRow, kind: End, reader?: RecipientRow): Record<string, string> {
  if (kind === 'expired') return lateValues(row, reader)
  const by = row.recipients.find(({ declined }) => declined !== null)
  if (kind === 'declined' && by) return { by: by.name, reason: by.declined?.reason ?? '' }
  return kind === 'voided' ? { reason: reasonOf(row) } : {}
}

/** Who did not respond before their own deadline; empty if the request itself has expired. */
function lateValues(
  { recipients, request }: StartedRow,
  reader: RecipientRow | undefined,
): Record<string, string> {
  const late = recipients.filter((recipient) => isLate(recipients, request, recipient))
  if (late.length === 0) return {}
  const names = late.map(({ name }) => name).join(', ')
  return { by: names, ...(reader && late.includes(reader) && { isYou: '1' }) }
}

function isLinkHolder(recipient: RecipientRow): recipient is LinkHolder {
  return recipient.linkId !== null
}
