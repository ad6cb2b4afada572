import type { Certificate, CertifyRequest } from '@inkproof/protocol/certificates'

/** Returns the response of svc-documents to a request: a certificate at this index. */
export function certificateFor(request: CertifyRequest, index = 3): Certificate {
  const claim = (name: string) => request.opening.claims.find((item) => item.name === name)?.value
  return {
    id: request.id,
    index,
    leafHash: 'f'.repeat(64),
    fingerprint: request.opening.fingerprint,
    title: claim('title') ?? request.fileName,
    note: claim('note') ?? null,
    issuer: request.showIssuer ? (claim('issuer') ?? null) : null,
    fileName: request.fileName,
    fileSize: request.fileSize,
    certifiedAt: '2026-05-03T10:00:00.000Z',
    revokedBy: null,
    shareLink: `link-${request.id}`,
    findable: request.findable,
    showIssuer: request.showIssuer,
    opening: request.opening,
  }
}
