import { X509Certificate } from 'node:crypto'
import { StartRefused } from '@inkproof/service-kit/dependency'
import { readSetting } from './sealing-source.ts'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Returns the certificates of a PEM file (RFC 7468) in their order; null if there is none, or a damaged one. */
function certificatesInPem(text: string): X509Certificate[] | null {
  try {
    const all = [...text.matchAll(CERTIFICATE)].map(([pem]) => new X509Certificate(pem))
    return all.length > 0 ? all : null
  } catch {
    return null
  }
}

/** Reads the certificates of SEALING_CHAIN_FILE; none without it. @throws StartRefused */
export async function readChain(path: string | undefined): Promise<X509Certificate[]> {
  if (path === undefined) return []
  const certificates = certificatesInPem((await readSetting('SEALING_CHAIN_FILE', path)).toString())
  if (certificates) return certificates
  const fix = 'convert it with openssl x509'
  throw new StartRefused(
    `the file of SEALING_CHAIN_FILE is not a list of certificates in PEM; ${fix}`,
  )
}
