/** The personal data of svc-signing: the signing requests that a user created or received, and the e-mails to them. */
import type { EnvelopeRow } from '../envelopes/envelopes.model.ts'
import type { SigningMailRow } from '../mails/signing-mails.model.ts'

export type PersonalDataStore = {
  /** Returns up to `limit` drafts that the account created. */
  draftsOf(accountId: string, limit: number): Promise<EnvelopeRow[]>
  /** Returns up to `limit` requests of a workspace. */
  requestsIn(workspaceId: string, limit: number): Promise<EnvelopeRow[]>
  /** Returns up to `limit` requests that the account created or received, with IDs above `after`, by ID. */
  rowsOf(accountId: string, after: string, limit: number): Promise<EnvelopeRow[]>
  /** Returns up to `limit` e-mails to the account, with IDs above `after`, by ID. */
  mailsTo(accountId: string, after: string, limit: number): Promise<SigningMailRow[]>
  /** Removes the account's ID from all rows, and deletes the e-mails to the account. */
  unlink(accountId: string): Promise<void>
  /** Deletes a request and its files. */
  remove(row: EnvelopeRow): Promise<void>
  /** Deletes the address book of a workspace. */
  removeAddressBook(workspaceId: string): Promise<void>
}

/** A page of a user's data, as other services read it. */
export type PersonalDataPage = {
  records: ({ kind: string } & Record<string, unknown>)[]
  next: string | null
}

const PAGE_SIZE = 250
/** Limits the duration of a call; the caller repeats it for the remaining rows. */
const MAX_DELETED_PER_CALL = 50

/**
 * Deletes the drafts of an account, and removes its ID from the other requests, which remain: other people may need the
 * signed documents. Returns true once nothing is left.
 */
export async function endAccount(store: PersonalDataStore, accountId: string): Promise<boolean> {
  const drafts = await store.draftsOf(accountId, MAX_DELETED_PER_CALL)
  for (const draft of drafts) await store.remove(draft)
  if (drafts.length === MAX_DELETED_PER_CALL) return false
  await store.unlink(accountId)
  return true
}

/**
 * Deletes the requests of a workspace and their files, and then its address book: whoever adds somebody to it meanwhile finds out
 * by the request. Returns true once nothing is left.
 */
export async function endWorkspace(
  {
    remove,
    removeAddressBook,
    requestsIn,
  }: Pick<PersonalDataStore, 'remove' | 'removeAddressBook' | 'requestsIn'>,
  workspaceId: string,
): Promise<boolean> {
  const rows = await requestsIn(workspaceId, MAX_DELETED_PER_CALL)
  for (const row of rows) await remove(row)
  if (rows.length === MAX_DELETED_PER_CALL) return false
  await removeAddressBook(workspaceId)
  return true
}

/** Positions in the list of e-mails, which follows that of the requests. */
const IN_MAILS = 'mails:'

/** Reads a page of a user's data. @param after the previous page's `next`; null for the first page */
export async function readPersonalDataPage(
  { mailsTo, rowsOf }: Pick<PersonalDataStore, 'mailsTo' | 'rowsOf'>,
  accountId: string,
  after: string | null,
): Promise<PersonalDataPage> {
  if (after?.startsWith(IN_MAILS)) {
    const mails = await mailsTo(accountId, after.slice(IN_MAILS.length), PAGE_SIZE)
    const last = mails.at(-1)
    return {
      records: mails.map(toMailRecord),
      next: mails.length === PAGE_SIZE && last ? `${IN_MAILS}${last._id}` : null,
    }
  }
  const rows = await rowsOf(accountId, after ?? '', PAGE_SIZE)
  const last = rows.at(-1)
  return {
    records: rows.map((row) => toRecord(row, accountId)),
    next: rows.length === PAGE_SIZE && last ? last._id : IN_MAILS,
  }
}

function toMailRecord({ _id, createdAt, envelopeId, kind, mail, values }: SigningMailRow) {
  return {
    kind: 'signing-mail',
    ...{ _id, envelopeId, about: kind, to: mail?.to ?? null, title: values['title'] ?? '' },
    createdAt: createdAt.toISOString(),
    sentAt: mail?.sentAt?.toISOString() ?? null,
  }
}

/** Without what identifies other people, and without statements, which are in the finished document. */
function toRecord(row: EnvelopeRow, accountId: string) {
  const { _id, workspaceId, title, state, createdAt, endedAt, document, recipients } = row
  const own = recipients.filter((recipient) => recipient.accountId === accountId)
  const isOwn = (recipient: string) => own.some(({ id }) => id === recipient)
  return {
    kind: 'signing-request',
    ...{ _id, workspaceId, title, state },
    fileName: document.fileName,
    isCreator: row.accountId === accountId,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    signatures: own.map(({ name, email, statement }) => ({
      ...{ name, email },
      signedAt: statement?.signedAt.toISOString() ?? null,
    })),
    attachments: (row.attachments ?? [])
      .filter(({ recipient }) => isOwn(recipient))
      .map(({ fileName, fingerprint, size, uploadedAt }) => ({
        ...{ fileName, fingerprint, size },
        uploadedAt: uploadedAt.toISOString(),
      })),
  }
}
