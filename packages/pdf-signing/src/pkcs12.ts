/**
 * Reads a digital ID from a PKCS#12 container (RFC 7292), as certification authorities issue it: encrypted with AES (PBES2) or,
 * in older ones, with 3DES and RC2.
 */
import { X509Certificate } from 'node:crypto'
import type { P12Signer } from '@libpdf/core'
import { type CheckedId, checkedId } from './checked-id.ts'
import { UnusableId, type UnusableIdCode } from './errors.ts'

/**
 * Reads and checks the digital ID of a container. The key is not exported from the library.
 *
 * @throws UnusableId
 */
export async function readPkcs12(bytes: Uint8Array, passphrase: string): Promise<CheckedId> {
  const signer = await open(bytes, passphrase)
  const certificates = [signer.certificate, ...signer.certificateChain].map(
    (der) => new X509Certificate(der),
  )
  return await checkedId((data) => signer.sign(data, 'SHA-256'), certificates, certificates)
}

/** The library is large, and needed only by installations with a container. */
async function open(bytes: Uint8Array, passphrase: string): Promise<P12Signer> {
  const { P12Signer } = await import('@libpdf/core')
  try {
    return await P12Signer.create(bytes, passphrase)
  } catch (error) {
    throw new UnusableId(codeOf(error), undefined, { cause: error })
  }
}

/** The library has one class for all errors, with sentences. It calls a missing MAC an invalid password. */
function codeOf(error: unknown): UnusableIdCode {
  const message = error instanceof Error ? error.message : ''
  if (/Integrity .* is broken/.test(message)) return 'wrong-passphrase'
  if (/No private key/.test(message)) return 'no-key'
  if (/No certificates/.test(message)) return 'no-certificate'
  if (/Unsupported key/.test(message)) return 'unsupported-key'
  return 'malformed'
}
