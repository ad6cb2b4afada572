import 'reflect-metadata'
import type { X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'

/**
 * Purposes for which the certificate of a signature may be issued: documents, e-mail, any, and those of Adobe and Microsoft;
 * code only because some authorities issue one certificate for all. packages/pdf-signatures accepts the same.
 */
const SIGNING_PURPOSES = [
  '1.3.6.1.5.5.7.3.36',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.3',
  '2.5.29.37.0',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
]

/** Whether the key usage and the extended key usage allow signatures of documents. An absent extension allows all. */
export function maySignDocuments({ raw }: X509Certificate): boolean {
  const certificate = new x509.X509Certificate(new Uint8Array(raw))
  const usage = certificate.getExtension(x509.KeyUsagesExtension)?.usages
  const purposes = certificate.getExtension(x509.ExtendedKeyUsageExtension)?.usages
  const signs = x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation
  const isUsable = usage === undefined || (usage & signs) !== 0
  return isUsable && (!purposes || purposes.some((oid) => SIGNING_PURPOSES.includes(String(oid))))
}
