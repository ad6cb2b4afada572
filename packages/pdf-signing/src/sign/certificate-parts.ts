/** Reads what CMS needs from a certificate (RFC 5280, 4.1). */
import { fromBER, Sequence } from 'asn1js'
import { SigningError } from '../errors.ts'
import { arrayBuffer } from './der.ts'

/** DER of the issuer's name and of the serial number, byte for byte as in the certificate. */
export type CertificateParts = { issuer: Uint8Array; serialNumber: Uint8Array }

/** @throws SigningError `unsupported-key` for bytes that are not a certificate */
export function certificateParts(certificate: Uint8Array): CertificateParts {
  const { result } = fromBER(arrayBuffer(certificate))
  const toBeSigned = result instanceof Sequence ? result.valueBlock.value[0] : undefined
  const items = toBeSigned instanceof Sequence ? toBeSigned.valueBlock.value : []
  // An explicit version, [0], comes first in every certificate of version 3.
  const [, serialNumber, , issuer] = items
  if (!serialNumber || !issuer) throw new SigningError('unsupported-key')
  return {
    serialNumber: new Uint8Array(serialNumber.valueBeforeDecodeView),
    issuer: new Uint8Array(issuer.valueBeforeDecodeView),
  }
}
