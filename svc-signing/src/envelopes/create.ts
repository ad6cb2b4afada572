/** Creates drafts from uploads, and deletes them. */
import { createHash } from 'node:crypto'
import type { Inspection } from '@inkproof/pdf-signing/inspect'
import { type FieldType, MAX_FIELDS } from '@inkproof/protocol/envelope-fields'
import type { CreateEnvelopeQuery, EnvelopeDocument } from '@inkproof/protocol/envelopes'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Session } from '@inkproof/service-kit/auth'
import type { PdfWork } from './dependencies.ts'
import type { EnvelopeStore } from './envelope-store.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { asCallError } from './pdf-errors.ts'
import { PENDING_MS, referTo, type StoreFileDeps, storeFile } from './store-file.ts'
import { clipLine } from './text.ts'

/** Drafts are deleted after 30 days. */
export const DRAFT_MS = 30 * 24 * 60 * 60 * 1_000

export type CreateDeps = StoreFileDeps & {
  envelopes: Pick<EnvelopeStore, 'abandonFile' | 'find' | 'insert' | 'change' | 'remove'>
  pdf: Pick<PdfWork, 'inspect'>
}

/**
 * Creates a draft. Repeating it with the same ID and bytes returns the same request, whatever has become of it.
 *
 * @throws AppError ENVELOPE_ID_TAKEN, and those of PDF files that cannot be signed
 */
export async function createDraft(
  deps: CreateDeps,
  session: Pick<Session, 'accountId' | 'workspaceId'>,
  { fileName, id }: CreateEnvelopeQuery,
  bytes: Uint8Array,
): Promise<EnvelopeRow> {
  const fingerprint = createHash('sha256').update(bytes).digest('hex')
  const row = (await deps.envelopes.find(id)) ?? (await insertDraft())
  const isSame =
    row.workspaceId === session.workspaceId &&
    row.accountId === session.accountId &&
    row.document.fingerprint === fingerprint &&
    !row.isDeleted
  if (!isSame) throw new AppError('ENVELOPE_ID_TAKEN')
  return row.upload === null ? storeUpload(deps, row, bytes) : row

  async function insertDraft(): Promise<EnvelopeRow> {
    const inspection = await deps.pdf.inspect(bytes).catch(asCallError)
    const file = { fileName, size: bytes.length, fingerprint }
    const draft = newDraft(id, session, { ...file, ...describe(inspection) }, deps.now())
    if (await deps.envelopes.insert(draft)) return draft
    const existing = await deps.envelopes.find(id)
    if (!existing) throw new AppError('ENVELOPE_ID_TAKEN')
    return existing
  }
}

async function storeUpload(
  deps: CreateDeps,
  row: EnvelopeRow,
  bytes: Uint8Array,
): Promise<EnvelopeRow> {
  const stored = await storeFile(deps, row, bytes)
  // The job then finds the next time, which may be that of a file of an earlier attempt.
  const dueAt = deps.now()
  const condition = { upload: null, isDeleted: false }
  const changed = await referTo(deps, row, stored, condition, {
    $set: { upload: stored.file, dueAt },
  })
  if (changed) return changed
  // The same request was made twice, and the other one has stored the upload.
  const other = await deps.envelopes.find(row._id)
  if (other?.upload && !other.isDeleted) return other
  throw new AppError('ENVELOPE_ID_TAKEN')
}

/** Deletes a draft. The job completes it if it is interrupted. @throws AppError ENVELOPE_STARTED */
export async function deleteDraft(deps: CreateDeps, row: EnvelopeRow): Promise<void> {
  const isDraft = { state: 'draft' as const }
  const deleted = await deps.envelopes.change(row._id, isDraft, {
    $set: { isDeleted: true, dueAt: deps.now() },
  })
  if (!deleted) throw new AppError('ENVELOPE_STARTED')
  await removeDeleted(deps, deleted)
}

/**
 * Deletes the files of a deleted request, then its row. While a file may still be being stored, the row remains, so that the
 * job finds the file later.
 */
export async function removeDeleted(
  { files, envelopes, now }: Pick<CreateDeps, 'files' | 'envelopes' | 'now'>,
  { _id, workspaceId, attachments = [], pendingFiles, upload, request, finished }: EnvelopeRow,
): Promise<void> {
  const listed = [...pendingFiles, ...attachments].map(({ file }) => file)
  const parts = [upload, request?.prepared.file, finished?.file, finished?.evidence?.file]
  for (const file of [...listed, ...parts]) if (file) await files.remove(file, workspaceId)
  const until = new Date(Math.max(0, ...pendingFiles.map((item) => item.until.getTime())))
  if (until > now()) await envelopes.change(_id, { isDeleted: true }, { $set: { dueAt: until } })
  else await envelopes.remove(_id)
}

function newDraft(
  id: string,
  { accountId, workspaceId }: Pick<Session, 'accountId' | 'workspaceId'>,
  document: EnvelopeDocument,
  createdAt: Date,
): EnvelopeRow {
  return {
    _id: id,
    workspaceId,
    accountId,
    createdAt,
    state: 'draft',
    isDeleted: false,
    title: clipLine(document.fileName.replace(/\.pdf$/i, ''), 200),
    document,
    upload: null,
    pendingFiles: [],
    request: null,
    recipients: [],
    steps: [],
    attachments: [],
    finished: null,
    waitingFor: null,
    endedAt: null,
    dueAt: new Date(createdAt.getTime() + PENDING_MS),
    attempts: 0,
  }
}

function describe({
  fields,
  missingFonts,
  pages,
  removable,
  signatures,
  signing,
}: Inspection): Omit<EnvelopeDocument, 'fileName' | 'size' | 'fingerprint'> {
  const isSigned = signing !== 'rewrite'
  const canShow = signing === 'append-visible'
  return {
    pages,
    missingFonts: missingFonts.slice(0, MAX_MISSING_FONTS).map((name) => clipLine(name, 100)),
    // A signed file stays as it is.
    removed: isSigned ? [] : removable,
    ...(isSigned && { signedBefore: { signatures: signatures.length, canShow } }),
    suggestions: (isSigned ? [] : fields)
      .flatMap(({ page, rectangle, type }) => {
        const suggested = SUGGESTIONS[type]
        return suggested ? [{ type: suggested, page: page + 1, rectangle }] : []
      })
      .slice(0, MAX_FIELDS),
  }
}

/** A file can have a hundred thousand fonts and fields, but a row has a maximum size. More names help nobody. */
const MAX_MISSING_FONTS = 100

/** A radio button is one of several, which no field type stands for. */
const SUGGESTIONS: Record<Inspection['fields'][number]['type'], FieldType | null> = {
  text: 'text',
  choice: 'text',
  checkbox: 'checkbox',
  signature: 'signature',
  radio: null,
}
