/** Certificates with other extensions, for tests. */
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { signingKey } from '../pki/keys.ts'
import type { Authority } from '../pki.ts'

/** Returns the certificate with these extensions instead of its own, signed by the authority. Its serial number is another one. */
export async function reissue(
  authority: Authority,
  der: Uint8Array,
  extensions: x509.Extension[],
): Promise<Uint8Array> {
  const { notAfter, notBefore, publicKey, subjectName } = new x509.X509Certificate(
    new Uint8Array(der),
  )
  const { key, algorithm } = await signingKey(authority)
  const certificate = await x509.X509CertificateGenerator.create({
    subject: subjectName,
    issuer: new x509.X509Certificate(new Uint8Array(authority.certificate)).subjectName,
    notBefore,
    notAfter,
    publicKey,
    signingKey: key,
    signingAlgorithm: algorithm,
    extensions,
  })
  return new Uint8Array(certificate.rawData)
}
