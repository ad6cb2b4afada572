/** Starts signing: prepares the document, fixes the envelope, and makes the first entry in the public record. */
import { createHash } from 'node:crypto'
import type { RequestedField } from '@inkproof/pdf-signing/fields'
import { toBase64Url, toHex } from '@inkproof/proof/bytes'
import type {
  EnvelopeField,
  FieldRequest,
  StartEnvelopeRequest,
} from '@inkproof/protocol/envelopes'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Session } from '@inkproof/service-kit/auth'
import { OWN_DOCUMENT_CONSENT } from '@inkproof/signing/consent-text'
import { envelopeDigest } from '@inkproof/signing/envelope'
import type { AdmitRequest } from './admission.ts'
import type { Contact, Files, FindContact, PdfWork, PublicRecord } from './dependencies.ts'
import { asciiEmail, describeEnvelope, EXPIRES_AFTER_MS } from './describe-envelope.ts'
import type { EnvelopeStore } from './envelope-store.ts'
import type { EnvelopeRow, RecipientRow, RequestRow } from './envelopes.model.ts'
import { asCallError } from './pdf-errors.ts'
import { recordSteps } from './record-steps.ts'
import { appendStep } from './steps.ts'
import { type PendingFile, referTo, type StoreFileDeps, storeFile } from './store-file.ts'

export type StartDeps = StoreFileDeps & {
  envelopes: EnvelopeStore
  files: Files
  pdf: Pick<PdfWork, 'prepare'>
  record: Pick<PublicRecord, 'append' | 'describe'>
  contact: FindContact
  admit: AdmitRequest
  PUBLIC_ORIGIN: string
}

type Starter = Pick<Session, 'accountId' | 'isVerifiedPerson' | 'workspaceId'>

/** The only recipient's ID. */
const RECIPIENT = 'signer-1'

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
  const startedWith = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  const started = row.state === 'draft' ? await prepareAndStart() : row
  requireSameStart(started, startedWith)
  return recordSteps(deps, started)

  async function prepareAndStart(): Promise<EnvelopeRow> {
    requireOneSignature(body.fields)
    const contact = await requireContact(deps, starter)
    await deps.admit(starter, row._id)
    const { chainId, origin } = await deps.record.describe()
    const startedAt = deps.now()
    const { bytes: upload } = await deps.files.read(row.upload ?? '', row.workspaceId)
    const { bytes, fields: prepared } = await deps.pdf
      .prepare(upload, [body.fields.map(toRequestedField)], startedAt)
      .catch(asCallError)
    const fields = body.fields.map((field, i) => ({
      ...field,
      // A digital signature that nobody has to see filled would be a signature without a picture.
      required: field.required || field.type === 'signature',
      id: prepared[i]?.name ?? '',
      recipient: RECIPIENT,
    }))
    const stored = await storeFile(deps, row, bytes)
    const values = startedValues({ row, body, contact, fields, stored, startedAt })
    const request = { ...values.request, startedWith, chainId, origin }
    const update = { $set: { ...values, request, state: 'signing', dueAt: startedAt } }
    const changed = await referTo(deps, row, stored, { state: 'draft', isDeleted: false }, update)
    return changed ?? deps.envelopes.findInWorkspace(row.workspaceId, row._id)
  }

  function startedValues(input: Omit<StartInput, 'PUBLIC_ORIGIN'>) {
    return describeStart({ ...input, PUBLIC_ORIGIN: deps.PUBLIC_ORIGIN })
  }
}

type StartInput = {
  row: EnvelopeRow
  body: StartEnvelopeRequest
  contact: Contact & { email: string }
  fields: EnvelopeField[]
  stored: PendingFile
  startedAt: Date
  PUBLIC_ORIGIN: string
}

/** Returns what the start changes in the row. */
function describeStart({
  row,
  body,
  contact,
  fields,
  stored,
  startedAt,
  PUBLIC_ORIGIN,
}: StartInput) {
  const { email, language, workspaceName } = contact
  const recipients: RecipientRow[] = [
    { id: RECIPIENT, accountId: row.accountId, name: body.name, email, key: null, statement: null },
  ]
  const consent = OWN_DOCUMENT_CONSENT
  const expiresAt = toSecond(new Date(startedAt.getTime() + EXPIRES_AFTER_MS))
  const bytes = describeEnvelope({
    id: row._id,
    title: body.title,
    workspaceName,
    PUBLIC_ORIGIN,
    recipients: recipients.map((recipient) => ({ ...recipient, language })),
    document: row.document,
    prepared: stored.fingerprint,
    fields,
    consent,
    expiresAt,
  })
  const digest = toHex(envelopeDigest(bytes))
  const prepared = { file: stored.file, fingerprint: stored.fingerprint, size: stored.size }
  const request: Omit<RequestRow, 'startedWith' | 'origin' | 'chainId'> = {
    startedAt,
    expiresAt,
    envelope: toBase64Url(bytes),
    digest,
    consent,
    fields,
    prepared,
  }
  const steps = appendStep([], digest, { type: 'sent', claims: {} }, startedAt)
  return { title: body.title, request, recipients, steps }
}

function toSecond(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1_000) * 1_000)
}

/** @throws AppError ENVELOPE_STARTED, ENVELOPE_ENDED */
function requireSameStart({ request, state }: EnvelopeRow, startedWith: string): void {
  if (state === 'voided' || state === 'expired') throw new AppError('ENVELOPE_ENDED')
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

function requireOneSignature(fields: readonly FieldRequest[]): void {
  const signatures = fields.filter(({ type }) => type === 'signature')
  if (signatures.length !== 1) throw new AppError('FIELDS_REFUSED')
}

function toRequestedField({ page, rectangle, type }: FieldRequest): RequestedField {
  return { type: type === 'signing-date' ? 'date' : type, page: page - 1, rectangle }
}
