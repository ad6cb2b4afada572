import type {
  BulkAnswer,
  Certificate,
  CertificateList,
  CertifyRequest,
  LookupAnswer,
  OpeningJson,
  SharedCertificate,
} from '@inkproof/protocol/certificates'
import type { FirstAnchor } from '@inkproof/protocol/log'
import { request } from '@inkproof/slice'

const BASE = '/api/v1'
export const CERTIFICATES_URL = `${BASE}/certificates`

export async function certify(wanted: CertifyRequest): Promise<Certificate> {
  return answer(request('POST', CERTIFICATES_URL, wanted))
}

export async function certifyMany(certificates: CertifyRequest[]): Promise<BulkAnswer> {
  return answer(request('POST', `${CERTIFICATES_URL}/bulk`, { certificates }))
}

export async function getCertificate(id: string): Promise<Certificate> {
  return answer(request('GET', `${CERTIFICATES_URL}/${id}`))
}

/** A page of the workspace's certificates; the first one without a cursor. */
export function listUrl(cursor: string | null): string {
  return cursor === null
    ? CERTIFICATES_URL
    : `${CERTIFICATES_URL}?cursor=${encodeURIComponent(cursor)}`
}

export async function listCertificates(cursor: string | null): Promise<CertificateList> {
  return answer(request('GET', listUrl(cursor)))
}

/** The certificate behind a share link as a list: empty where it does not belong to the workspace that asks. */
export function ownUrl(shareLink: string): string {
  return `${CERTIFICATES_URL}?shareLink=${encodeURIComponent(shareLink)}`
}

export async function revokeCertificate(id: string, opening: OpeningJson): Promise<Certificate> {
  return answer(request('POST', `${CERTIFICATES_URL}/${id}/revoke`, { opening }))
}

export function shareUrl(shareLink: string): string {
  return `${BASE}/shares/${encodeURIComponent(shareLink)}`
}

export async function getShared(shareLink: string): Promise<SharedCertificate> {
  return answer(request('GET', shareUrl(shareLink)))
}

/** The proof file's text. */
export async function getSharedProof(shareLink: string): Promise<string> {
  const response = await request('GET', `${shareUrl(shareLink)}/proof`)
  return response.text()
}

export function firstAnchorUrl(index: number): string {
  return `${BASE}/anchors?covering=${index}`
}

/** Since when an entry is on the blockchain; null while that is not final. */
export async function getFirstAnchor(index: number): Promise<FirstAnchor['anchor']> {
  const { anchor } = await answer<FirstAnchor>(request('GET', firstAnchorUrl(index)))
  return anchor
}

export async function lookUp(fingerprint: string): Promise<LookupAnswer> {
  return answer(request('POST', `${BASE}/lookup`, { fingerprint }))
}

async function answer<T>(sent: Promise<Response>): Promise<T> {
  return (await sent).json() as Promise<T>
}
