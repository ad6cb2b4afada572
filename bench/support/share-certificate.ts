import { CertificateList } from '@inkproof/protocol/certificates'
import { buildBulkBody, certifyBulk, register } from './bulk-client.ts'

/** Certifies a document with a new account. Returns the path of its certificate's page. */
export async function shareCertificate(origin: string): Promise<string> {
  const token = await register(origin)
  await certifyBulk(origin, token, buildBulkBody(1))
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${origin}/api/v1/certificates`, { headers })
  const [certificate] = CertificateList.parse(await response.json()).certificates
  if (certificate === undefined) throw new Error('the new certificate is not in the list')
  return `/share/${certificate.shareLink}`
}
