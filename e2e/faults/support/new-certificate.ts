/** Creates the request that certifies a new document, as a browser does. */
import { randomBytes } from 'node:crypto'
import { KINDS, makeOpening } from '@inkproof/proof/leaf'
import { openingToJson } from '@inkproof/proof/opening'
import type { CertifyRequest } from '@inkproof/protocol/certificates'

export function newCertificate(): CertifyRequest {
  const opening = makeOpening({
    kind: KINDS.certified,
    fingerprint: new Uint8Array(randomBytes(32)),
    claims: [{ name: 'title', value: 'Certified while processes die' }],
  })
  return {
    id: randomBytes(16).toString('base64url'),
    opening: openingToJson(opening),
    fileName: 'a.pdf',
    fileSize: 1,
    findable: false,
    showIssuer: true,
  }
}
