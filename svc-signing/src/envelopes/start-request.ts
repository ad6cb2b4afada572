/** Starts signing: prepares the document, fixes the envelope, and makes the first entry in the public record. */
import { createHash } from 'node:crypto'
import { UnusablePdf } from '@inkproof/pdf-signing/errors'
import type { StartEnvelopeRequest } from '@inkproof/protocol/start-envelope'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Session } from '@inkproof/service-kit/auth'
import type { Log } from '@inkproof/service-kit/log'
import type { AdmitRequest } from './admission.ts'
import { asciiEmail } from './ascii-email.ts'
import type {
  AccountKeys,
  Contact,
  Files,
  FindContact,
  PdfWork,
  PublicRecord,
} from './dependencies.ts'
import { describeStart } from './describe-start.ts'
import type { EnvelopeStore } from './envelope-store.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { findKnownKeys } from './known-keys.ts'
import { asCallError } from './pdf-errors.ts'
import { recordSteps } from './record-steps.ts'
import { groupFields, nameFields, toRequestedField } from './request-fields.ts'
import {
  haveSameAccessCodes,
  makeRecipients,
  readAddresses,
  requireAnswerTimes,
} from './request-recipients.ts'
import { referTo, type StoreFileDeps, storeFile } from './store-file.ts'

export type StartDeps = StoreFileDeps &
  AccountKeys & {
    envelopes: EnvelopeStore
    files: Files
    pdf: Pick<PdfWork, 'checkPrepared' | 'planSignatures' | 'prepare'>
    record: Pick<PublicRecord, 'append' | 'describe'>
    log: Pick<Log, 'warn'>
    contact: FindContact
    admit: AdmitRequest
    /** Counts the request towards the quota of the workspace. @throws AppError MONTHLY_QUOTA_USED */
    consumeQuota: (workspaceId: string, envelopeId: string) => Promise<void>
    PUBLIC_ORIGIN: string
  }

type Starter = Pick<Session, 'accountId' | 'isVerifiedPerson' | 'workspaceId'>

/**
 * Starts signing, and returns once the record contains the first entry. A repetition of the same request continues where
 * the first one was interrupted.
 *
 * @throws AppError as declared by the call; UNAVAILABLE if the record is not responding
 */
export async function startRequest(
  deps: StartDeps,
  starter: Starter,
  row: EnvelopeRow,
  body: StartEnvelopeRequest,
): Promise<EnvelopeRow> {
  if (row.accountId !== starter.accountId) throw new AppError('NOT_YOUR_SIGNATURE')
  const startedWith = hashStart(body)
  const started = row.state === 'draft' ? await prepareAndStart() : row
  requireSameStart(started, startedWith)
  if (!(await haveSameAccessCodes(body.recipients, started.recipients)))
    throw new AppError('ENVELOPE_STARTED')
  return recordSteps(deps, started)

  async function prepareAndStart(): Promise<EnvelopeRow> {
    const groups = groupFields(body, row.document, deps.now())
    const contact = await requireContact(deps, starter)
    const sender = { accountId: row.accountId, email: contact.email }
    const addresses = readAddresses(body.recipients, sender)
    requireAnswerTimes(body)
    const knownKeys = await findKnownKeys(deps, body.recipients, row.accountId)
    const mailed = body.recipients.filter(({ email }) => email !== null).length
    await deps.admit(starter, row._id, mailed)
    const recipients = await makeRecipients(body.recipients, addresses, sender)
    const { chainId, origin } = await deps.record.describe()
    const startedAt = deps.now()
    const { bytes: upload } = await deps.files.read(row.upload ?? '', row.workspaceId)
    const requested = groups.map((group) => group.fields.map(toRequestedField))
    // A file that is already signed is sent as it is.
    const prepared = row.document.signedBefore
      ? {
          bytes: upload,
          fields: await deps.pdf.planSignatures(upload, requested).catch(asCallError),
        }
      : await deps.pdf.prepare(upload, requested, startedAt).catch(asCallError)
    const fields = nameFields(body.fields, groups, prepared.fields)
    const fingerprint = createHash('sha256').update(prepared.bytes).digest('hex')
    const { PUBLIC_ORIGIN } = deps
    const given = { row, body, contact, recipients, knownKeys, fields }
    const input = { ...given, fingerprint, startedAt, PUBLIC_ORIGIN }
    const { envelope, ...values } = describeStart(input)
    // After signing it would be too late to find out that nobody can verify the document.
    await deps.pdf.checkPrepared(prepared.bytes, envelope).catch((error: unknown) => {
      // The user is told a way around it, but only the operator can report the mistake of this software.
      if (error instanceof UnusablePdf)
        deps.log.warn({ err: error, envelope: row._id }, 'a prepared document cannot be verified')
      return asCallError(error)
    })
    // After everything that can be refused, because it is not given back.
    await deps.consumeQuota(row.workspaceId, row._id)
    const stored = await storeFile(deps, row, prepared.bytes)
    const request = { ...values.request, prepared: stored, startedWith, chainId, origin }
    const update = { $set: { ...values, request, state: 'signing', dueAt: startedAt } }
    const changed = await referTo(deps, row, stored, { state: 'draft', isDeleted: false }, update)
    return changed ?? deps.envelopes.findInWorkspace(row.workspaceId, row._id)
  }
}

/** Without access codes, which a fast hash would not protect. */
function hashStart(body: StartEnvelopeRequest): string {
  const recipients = body.recipients.map((recipient) => ({
    ...recipient,
    accessCode: recipient.accessCode !== null,
  }))
  return createHash('sha256')
    .update(JSON.stringify({ ...body, recipients }))
    .digest('hex')
}

/** @throws AppError ENVELOPE_STARTED, ENVELOPE_ENDED */
function requireSameStart({ request, state }: EnvelopeRow, startedWith: string): void {
  if (state === 'declined' || state === 'voided' || state === 'expired')
    throw new AppError('ENVELOPE_ENDED')
  if (request?.startedWith !== startedWith) throw new AppError('ENVELOPE_STARTED')
}

/** @throws AppError SIGNER_EMAIL_NOT_CONFIRMED */
async function requireContact(
  { contact }: Pick<StartDeps, 'contact'>,
  { accountId, workspaceId }: Starter,
): Promise<Contact & { email: string }> {
  const found = await contact(accountId, workspaceId)
  const email = found?.isEmailConfirmed ? asciiEmail(found.email ?? '') : undefined
  if (!found || email === undefined) throw new AppError('SIGNER_EMAIL_NOT_CONFIRMED')
  return { ...found, email }
}
