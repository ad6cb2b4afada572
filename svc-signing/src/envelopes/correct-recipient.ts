/**
 * Lets the sender correct the name and the address of a recipient after the request was sent. After the first signature or
 * approval, only an address that refused the e-mail is replaced, of a recipient who has not opened the request.
 */
import { AppError } from '@inkproof/service-kit/app-error'
import type { Session } from '@inkproof/service-kit/auth'
import type { AdmitMail } from './admission.ts'
import { type ChangeDeps, changeRequest, type RequestChange } from './change-request.ts'
import type { EnvelopeRow, RecipientRow } from './envelopes.model.ts'
import type { Invitations } from './present.ts'
import { type Person, replaceRecipient, requireAscii } from './replace-recipient.ts'
import { requireOpen, requireRecipient, requireStarted } from './request-state.ts'
import { appendStep } from './steps.ts'
import { isActive } from './turns.ts'

export type CorrectDeps = ChangeDeps & {
  admitMail: AdmitMail
  /** Returns the newest mail with a link of each recipient, with its delivery state. */
  invitations: (row: EnvelopeRow) => Promise<Invitations>
}

/** Each correction is an entry of the record, and evidence has a limited number of steps. */
const MAX_CORRECTIONS_PER_RECIPIENT = 10

/**
 * Replaces a recipient's row by one with the corrected name and address, and a new link. The old link, mailed codes and bound
 * keys end. The access code stays: the sender told it by other means than e-mail. The same correction again changes nothing.
 *
 * @param read the request, which the caller may see
 * @throws AppError ENVELOPE_NOT_STARTED, NOT_THE_SENDER, ENVELOPE_NOT_FOUND for a recipient who has no link, ENVELOPE_ENDED,
 * ALREADY_SIGNED, RECIPIENT_REPLACED, RECIPIENT_HAS_OPENED, CORRECTION_TOO_LATE, NAME_WAS_SIGNED, ALREADY_RECIPIENT,
 * CORRECTED_TOO_OFTEN, INVALID_INPUT if the address cannot be in a digital ID, and those of `admitMail`
 */
export async function correctRecipient(
  deps: CorrectDeps,
  session: Pick<Session, 'accountId'>,
  read: () => Promise<EnvelopeRow>,
  recipientId: string,
  entered: Person,
): Promise<EnvelopeRow> {
  const person = { name: entered.name, email: requireAscii(entered.email) }
  return changeRequest(deps, read, async (row) => {
    const { digest } = requireStarted(row)
    if (row.accountId !== session.accountId) throw new AppError('NOT_THE_SENDER')
    const recipient = requireRecipient(row, recipientId)
    if (recipient.linkId === null) throw new AppError('ENVELOPE_NOT_FOUND')
    if (isDone(row, recipient, person)) return null
    const now = deps.now()
    requireOpen(row, now)
    requireNotReplaced(recipient)
    if (hasStatement(row)) requireUndelivered(recipient, await deps.invitations(row), person)
    requireNewEntry(row, recipient, person)
    await deps.admitMail(session.accountId, `${row._id}.${recipient.id}`)
    return correct(row, recipient, person, { digest, now })
  })
}

function correct(
  row: EnvelopeRow,
  recipient: RecipientRow,
  person: Person,
  { digest, now }: { digest: string; now: Date },
): RequestChange {
  const { claims, next, set } = replaceRecipient(row, recipient, person, now)
  const accessCode = recipient.accessCode && { ...recipient.accessCode, wrong: 0 }
  const { name: _, ...address } = claims
  const readdressed = { ...address, before: recipient.email }
  const steps = hasStatement(row)
    ? appendStep(row.steps, digest, { type: 'readdressed', claims: readdressed }, now)
    : appendStep<'corrected'>(row.steps, digest, { type: 'corrected', claims }, now)
  return {
    steps,
    set: {
      ...set,
      [`recipients.${row.recipients.indexOf(recipient)}.isCorrected`]: true,
      [`recipients.${row.recipients.length}`]: { ...next, accessCode },
    },
  }
}

/** Whether this correction was made already, and its response was lost. */
function isDone({ recipients }: EnvelopeRow, recipient: RecipientRow, person: Person): boolean {
  const next = recipients.find(({ id }) => id === recipient.handedOverTo)
  return recipient.isCorrected === true && next !== undefined && isSame(next, person)
}

/** @throws AppError RECIPIENT_REPLACED */
function requireNotReplaced(recipient: RecipientRow): void {
  if (!isActive(recipient)) throw new AppError('RECIPIENT_REPLACED')
}

function hasStatement({ recipients }: EnvelopeRow): boolean {
  return recipients.some(({ statement }) => statement)
}

/**
 * Checks what applies after the first statement: evidence with another name, or with a new address of somebody whom the request
 * has reached, does not verify.
 *
 * @throws AppError RECIPIENT_HAS_OPENED, CORRECTION_TOO_LATE, NAME_WAS_SIGNED
 */
function requireUndelivered(
  { code, id, key, name, openedAt, statement }: RecipientRow,
  invitations: Invitations,
  person: Person,
): void {
  if (openedAt || code || key || statement) throw new AppError('RECIPIENT_HAS_OPENED')
  if (invitations.get(id)?.state !== 'refused') throw new AppError('CORRECTION_TOO_LATE')
  if (person.name !== name) throw new AppError('NAME_WAS_SIGNED')
}

/** @throws AppError ALREADY_RECIPIENT, CORRECTED_TOO_OFTEN */
function requireNewEntry(
  { recipients }: EnvelopeRow,
  recipient: RecipientRow,
  person: Person,
): void {
  const others = recipients.filter((item) => isActive(item) && item !== recipient)
  if (isSame(recipient, person) || others.some(({ email }) => email === person.email))
    throw new AppError('ALREADY_RECIPIENT')
  const corrected = recipients.filter(
    ({ isCorrected, original }) => isCorrected && original === recipient.original,
  )
  if (corrected.length >= MAX_CORRECTIONS_PER_RECIPIENT) throw new AppError('CORRECTED_TOO_OFTEN')
}

function isSame(recipient: RecipientRow, { email, name }: Person): boolean {
  return recipient.email === email && recipient.name === name
}
