/** Reads certificates with their revocations and share links: a single certificate, or a workspace's list. */
import type { Certificate, CertificateList } from '@inkproof/protocol/certificates'
import { type CertificateStore, type FileInWorkspace, PAGE_SIZE } from './certificate-store.ts'
import type { CertificateRow, RevocationRow } from './certificates.model.ts'
import { assertIntegrity, findAltered, type IntegrityDeps } from './integrity.ts'
import { type RelatedData, toCertificate, toRevocation } from './present.ts'

export type RelatedDataDeps = IntegrityDeps & {
  certificates: Pick<CertificateStore, 'findRevocations'>
  deriveShareLink: (certificateId: string) => string
}

export type ListDeps = {
  certificates: Pick<
    CertificateStore,
    'readPage' | 'count' | 'readPageOfFile' | 'countOfFile' | 'findRevocations'
  >
  /** Returns the number of signed entries. */
  signedSize: () => Promise<number>
}

export type LinkDeps = {
  certificates: Pick<CertificateStore, 'find'>
  /** Returns the ID of the certificate that a share link refers to; undefined if there is none. */
  certificateIdOf: (shareLink: string) => Promise<string | undefined>
}

export async function getCertificate(
  deps: RelatedDataDeps,
  row: CertificateRow,
): Promise<Certificate> {
  const [related] = await getRelatedData(deps, [row])
  return toCertificate(row, related as RelatedData)
}

/** Returns one page; `cursor` is the previous page's `next`. */
export async function list(
  deps: ListDeps & RelatedDataDeps,
  workspaceId: string,
  cursor: string | undefined,
): Promise<CertificateList> {
  const below = toIndex(cursor)
  const signedSize = await deps.signedSize()
  const [rows, total] = await Promise.all([
    deps.certificates.readPage(workspaceId, below, signedSize),
    deps.certificates.count(workspaceId, signedSize),
  ])
  return toPage(deps, rows, total)
}

/** Returns one page of the workspace's certificates of a file; `cursor` is the previous page's `next`. */
export async function listOfFile(
  deps: ListDeps & RelatedDataDeps,
  file: FileInWorkspace,
  cursor: string | undefined,
): Promise<CertificateList> {
  const [rows, total] = await Promise.all([
    deps.certificates.readPageOfFile(file, toIndex(cursor)),
    deps.certificates.countOfFile(file),
  ])
  return toPage(deps, rows, total)
}

function toIndex(cursor: string | undefined): number | undefined {
  return cursor === undefined ? undefined : Number(cursor)
}

async function toPage(
  deps: RelatedDataDeps,
  rows: readonly CertificateRow[],
  total: number,
): Promise<CertificateList> {
  const last = rows.at(-1)
  return {
    ...(await splitAltered(deps, rows)),
    next: rows.length === PAGE_SIZE && last ? String(last.index) : null,
    total,
  }
}

/** Returns the certificate of a share link as a list; empty if it belongs to another workspace. */
export async function findByLink(
  deps: LinkDeps & RelatedDataDeps,
  workspaceId: string,
  shareLink: string,
): Promise<CertificateList> {
  const id = await deps.certificateIdOf(shareLink)
  const row = id === undefined ? undefined : await deps.certificates.find(id)
  const certificates = row?.workspaceId === workspaceId ? [await getCertificate(deps, row)] : []
  return { certificates, altered: [], next: null, total: certificates.length }
}

/** Returns the revocation and share link of each certificate, in the given order. @throws as `assertIntegrity` */
export async function getRelatedData(
  deps: RelatedDataDeps,
  rows: readonly CertificateRow[],
): Promise<RelatedData[]> {
  const revocations = await deps.certificates.findRevocations(rows.map(({ index }) => index))
  await assertIntegrity(deps, [...rows, ...revocations.values()])
  return rows.map((row) => toRelatedData(deps, row, revocations))
}

/** Separates altered rows, and rows with an altered revocation, so that the others can still be shown. */
async function splitAltered(
  deps: RelatedDataDeps,
  rows: readonly CertificateRow[],
): Promise<Pick<CertificateList, 'certificates' | 'altered'>> {
  const revocations = await deps.certificates.findRevocations(rows.map(({ index }) => index))
  const altered = await findAltered(deps, [...rows, ...revocations.values()])
  const isAltered = ({ index }: CertificateRow) =>
    altered.has(index) || altered.has(revocations.get(index)?.index ?? -1)
  return {
    certificates: rows
      .filter((row) => !isAltered(row))
      .map((row) => toCertificate(row, toRelatedData(deps, row, revocations))),
    altered: rows.filter(isAltered).map(({ _id, index }) => ({ id: _id, index })),
  }
}

function toRelatedData(
  { deriveShareLink }: RelatedDataDeps,
  { _id, index }: CertificateRow,
  revocations: ReadonlyMap<number, RevocationRow>,
): RelatedData {
  const revocation = revocations.get(index)
  return {
    revokedBy: revocation?.index ?? null,
    ...(revocation && { revocation: toRevocation(revocation, deriveShareLink) }),
    shareLink: deriveShareLink(_id),
  }
}
