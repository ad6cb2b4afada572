/** Certificates with what surrounds them: one, or a page of a workspace's, newest first. */
import type { Certificate, CertificateList } from '@inkproof/protocol/certificates'
import { type CertificateStore, PAGE } from './certificate-store.ts'
import type { CertificateRow } from './certificates.model.ts'
import { type IntactDeps, mustBeIntact } from './intact.ts'
import { type Surroundings, toCertificate } from './present.ts'

export type SurroundDeps = IntactDeps & {
  certificates: Pick<CertificateStore, 'endings'>
  shareLinkOf: (certificateId: string) => string
}

export type ListDeps = {
  certificates: Pick<CertificateStore, 'page' | 'count' | 'endings'>
  /** Entries below this are in a signed state. */
  signedSize: () => Promise<number>
}

export async function one(deps: SurroundDeps, row: CertificateRow): Promise<Certificate> {
  const [around] = await surroundingsOf(deps, [row])
  return toCertificate(row, around as Surroundings)
}

/** One page; `cursor` is the previous page's `next`. */
export async function list(
  deps: ListDeps & SurroundDeps,
  workspaceId: string,
  cursor: string | undefined,
): Promise<CertificateList> {
  const below = cursor === undefined ? undefined : Number(cursor)
  const signedSize = await deps.signedSize()
  const [rows, total] = await Promise.all([
    deps.certificates.page(workspaceId, below, signedSize),
    deps.certificates.count(workspaceId, signedSize),
  ])
  const around = await surroundingsOf(deps, rows)
  const last = rows.at(-1)
  return {
    certificates: rows.map((row, place) => toCertificate(row, around[place] as Surroundings)),
    next: rows.length === PAGE && last ? String(last.index) : null,
    total,
  }
}

/** Revocation and share link of each, in their order. @throws as `mustBeIntact` */
export async function surroundingsOf(
  deps: SurroundDeps,
  rows: readonly CertificateRow[],
): Promise<Surroundings[]> {
  const endings = await deps.certificates.endings(rows.map(({ index }) => index))
  await mustBeIntact(deps, [...rows, ...endings.values()])
  return rows.map(({ _id, index }) => ({
    revokedBy: endings.get(index)?.index ?? null,
    shareLink: deps.shareLinkOf(_id),
  }))
}
