import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { unreadableFile } from '../unreadable-file.ts'
import { UsageError } from '../verify/usage-error.ts'

/** A file with more certificates than any list of authorities. */
const MAX_BYTES = 5 * 1024 * 1024
const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g

/**
 * Reads the certificates of trusted authorities, each as DER, from a PEM file with one or several, or a DER file with one.
 *
 * @throws UsageError if the file cannot be read or contains none
 */
export async function readAuthorities(path: string): Promise<Uint8Array[]> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw unreadableFile('authority', path, error)
  })
  if (bytes.length <= MAX_BYTES) {
    const found = isPem(bytes) ? parsePem(bytes) : [bytes]
    if (found.length > 0 && found.every(isCertificate))
      return found.map((der) => new Uint8Array(der))
  }
  throw new UsageError(`${path} contains no digital ID in the PEM or DER format.`)
}

function isPem(bytes: Buffer): boolean {
  return bytes.includes('-----BEGIN')
}

function parsePem(bytes: Buffer): Buffer[] {
  const found = bytes.toString('latin1').matchAll(PEM)
  return [...found].map(([, base64 = '']) => Buffer.from(base64, 'base64'))
}

function isCertificate(der: Buffer): boolean {
  try {
    new X509Certificate(der)
    return true
  } catch {
    return false
  }
}
