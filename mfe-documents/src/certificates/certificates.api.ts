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

export async function certify(wanted: CertifyRequest): Promise<Certificate> {
  return answer(request('POST', `${BASE}/certificates`, wanted))
}

export async function certifyMany(certificates: CertifyRequest[]): Promise<BulkAnswer> {
  return answer(request('POST', `${BASE}/certificates/bulk`, { certificates }))
}

export async function getCertificate(id: string): Promise<Certificate> {
  return answer(request('GET', `${BASE}/certificates/${id}`))
}

export async function listCertificates(cursor: string | null): Promise<CertificateList> {
  const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`
  return answer(request('GET', `${BASE}/certificates${query}`))
}

/** The certificate behind a share link, where it belongs to the workspace that asks; else null. */
export async function getOwn(shareLink: string): Promise<Certificate | null> {
  const path = `${BASE}/certificates?shareLink=${encodeURIComponent(shareLink)}`
  const { certificates } = await answer<CertificateList>(request('GET', path))
  return certificates[0] ?? null
}

export async function revokeCertificate(id: string, opening: OpeningJson): Promise<Certificate> {
  return answer(request('POST', `${BASE}/certificates/${id}/revoke`, { opening }))
}

export async function getShared(shareLink: string): Promise<SharedCertificate> {
  return answer(request('GET', `${BASE}/shares/${encodeURIComponent(shareLink)}`))
}

/** The proof file's text. */
export async function getSharedProof(shareLink: string): Promise<string> {
  const response = await request('GET', `${BASE}/shares/${encodeURIComponent(shareLink)}/proof`)
  return response.text()
}

/** Since when an entry is on the blockchain; null while that is not final. */
export async function getFirstAnchor(index: number): Promise<FirstAnchor['anchor']> {
  const { anchor } = await answer<FirstAnchor>(request('GET', `${BASE}/anchors?covering=${index}`))
  return anchor
}

export async function lookUp(fingerprint: string): Promise<LookupAnswer> {
  return answer(request('POST', `${BASE}/lookup`, { fingerprint }))
}

async function answer<T>(sent: Promise<Response>): Promise<T> {
  return (await sent).json() as Promise<T>
}
