/** Certificates with what surrounds them: one, or a page of a workspace's, newest first. */
import type { Certificate, CertificateList } from '@inkproof/protocol/certificates'
import { type CertificateStore, PAGE } from './certificate-store.ts'
import type { CertificateRow, RevocationRow } from './certificates.model.ts'
import { assertIntact, findAltered, type IntactDeps } from './intact.ts'
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

export type LinkDeps = {
  certificates: Pick<CertificateStore, 'find'>
  /** Id of the certificate that a share link leads to. */
  certificateIdOf: (shareLink: string) => Promise<string | undefined>
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
  const last = rows.at(-1)
  return {
    ...(await shown(deps, rows)),
    next: rows.length === PAGE && last ? String(last.index) : null,
    total,
  }
}

/** The certificate that a share link leads to, as a list: empty where it is not this workspace's. */
export async function behindLink(
  deps: LinkDeps & SurroundDeps,
  workspaceId: string,
  shareLink: string,
): Promise<CertificateList> {
  const id = await deps.certificateIdOf(shareLink)
  const row = id === undefined ? undefined : await deps.certificates.find(id)
  const certificates = row?.workspaceId === workspaceId ? [await one(deps, row)] : []
  return { certificates, altered: [], next: null, total: certificates.length }
}

/** Revocation and share link of each, in their order. @throws as `mustBeIntact` */
export async function surroundingsOf(
  deps: SurroundDeps,
  rows: readonly CertificateRow[],
): Promise<Surroundings[]> {
  const endings = await deps.certificates.endings(rows.map(({ index }) => index))
  await assertIntact(deps, [...rows, ...endings.values()])
  return rows.map((row) => aroundOf(deps, row, endings))
}

/** An altered row, or one that an altered revocation speaks of, hides none of the others. */
async function shown(
  deps: SurroundDeps,
  rows: readonly CertificateRow[],
): Promise<Pick<CertificateList, 'certificates' | 'altered'>> {
  const endings = await deps.certificates.endings(rows.map(({ index }) => index))
  const altered = await findAltered(deps, [...rows, ...endings.values()])
  const isAltered = ({ index }: CertificateRow) =>
    altered.has(index) || altered.has(endings.get(index)?.index ?? -1)
  return {
    certificates: rows
      .filter((row) => !isAltered(row))
      .map((row) => toCertificate(row, aroundOf(deps, row, endings))),
    altered: rows.filter(isAltered).map(({ _id, index }) => ({ id: _id, index })),
  }
}

function aroundOf(
  { shareLinkOf }: SurroundDeps,
  { _id, index }: CertificateRow,
  endings: ReadonlyMap<number, RevocationRow>,
): Surroundings {
  return { revokedBy: endings.get(index)?.index ?? null, shareLink: shareLinkOf(_id) }
}
