/** The personal data of svc-documents: which certificates a user created and revoked. */
import type { StoredRow } from '../certificates/certificates.model.ts'

export type PersonalDataStore = {
  /**
   * Removes the account's ID from a limited number of rows. Returns true once no row contains the ID. The certificates
   * remain: their entries are in the public record, and other people may have their proof files.
   */
  unlink(accountId: string): Promise<boolean>
  /** Returns up to `limit` rows with the account's ID and an index above `after`, in log order. */
  rowsOf(accountId: string, after: number, limit: number): Promise<StoredRow[]>
}

/** A page of a user's data, as other services read it. */
export type PersonalDataPage = {
  records: ({ kind: string } & Record<string, unknown>)[]
  next: string | null
}

const PAGE_SIZE = 250

/** Reads a page of a user's data. @param after the previous page's `next`; null for the first page */
export async function readPersonalDataPage(
  { rowsOf }: Pick<PersonalDataStore, 'rowsOf'>,
  accountId: string,
  after: string | null,
): Promise<PersonalDataPage> {
  const rows = await rowsOf(accountId, after === null ? -1 : Number(after), PAGE_SIZE)
  const last = rows.at(-1)
  return {
    records: rows.map(toRecord),
    next: rows.length === PAGE_SIZE && last ? String(last.index) : null,
  }
}

function toRecord({ accountId: _accountId, certifiedAt, ...row }: StoredRow) {
  const kind = 'previous' in row ? 'revocation' : 'certificate'
  return { ...row, kind, certifiedAt: certifiedAt.toISOString() }
}
