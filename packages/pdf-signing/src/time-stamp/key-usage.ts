import 'reflect-metadata'
import type { X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { OID } from '../sign/oids.ts'

/** Whether timeStamping is the only extended key usage, and critical (RFC 3161, 2.3). */
export function hasTimeStampingUsage({ raw }: X509Certificate): boolean {
  const certificate = new x509.X509Certificate(new Uint8Array(raw))
  const usage = certificate.getExtension(x509.ExtendedKeyUsageExtension)
  return (
    usage?.critical === true && usage.usages.length === 1 && usage.usages[0] === OID.timeStamping
  )
}
