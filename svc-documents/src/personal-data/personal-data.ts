/** The personal data of svc-documents: which certificates a user created and revoked. */
import type { StoredRow } from '../certificates/certificates.model.ts'

export type PersonalDataStore = {
  /**
   * Unlinks the user from some of the rows that name them. Returns true once no such row is left. Certificates remain:
   * their entries are in the public record, and other people may hold their proof files.
   */
  unlink(accountId: string): Promise<boolean>
  /** Rows that name the user, in log order, after an index. */
  rowsOf(accountId: string, after: number, limit: number): Promise<StoredRow[]>
}

/** A page of a user's data, as other services read it. */
export type PersonalDataPage = {
  records: ({ kind: string } & Record<string, unknown>)[]
  next: string | null
}

const PAGE_SIZE = 250

/** @param after the previous page's `next`, null for the first page */
export async function personalDataPage(
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
