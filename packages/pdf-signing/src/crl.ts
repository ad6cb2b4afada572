/** Lists of revoked certificates (RFC 5280, 5). */
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { fromBER, Integer } from 'asn1js'
import { signingKey } from './pki/keys.ts'
import type { Authority } from './pki.ts'
import { unsignedInteger } from './sign/der.ts'

export type CrlOptions = {
  /** Higher than that of the authority's previous CRL. */
  number: bigint
  thisUpdate: Date
  /** Years ahead for the offline root: a CRL that is stale at the time of checking is not accepted. */
  nextUpdate: Date
  revoked?: RevokedCertificate[]
}

/** A certificate whose key was stolen. `serialNumber` is in hexadecimal. */
export type RevokedCertificate = { serialNumber: string; revokedAt: Date }

const CRL_NUMBER = '2.5.29.20'

/** DER of a CRL. */
export async function issueCrl(authority: Authority, options: CrlOptions): Promise<Uint8Array> {
  const certificate = new x509.X509Certificate(new Uint8Array(authority.certificate))
  const { key, algorithm } = await signingKey(authority)
  const crl = await x509.X509CrlGenerator.create({
    issuer: certificate.subjectName,
    thisUpdate: options.thisUpdate,
    nextUpdate: options.nextUpdate,
    entries: (options.revoked ?? []).map(({ serialNumber, revokedAt }) => ({
      serialNumber,
      revocationDate: revokedAt,
      // Without any extension, the library writes an empty list of them, which is not valid (RFC 5280, 5.1), and which Verify cannot read.
      reason: x509.X509CrlReason.keyCompromise,
    })),
    signingKey: key,
    signingAlgorithm: algorithm,
    extensions: [
      await x509.AuthorityKeyIdentifierExtension.create(certificate),
      new x509.Extension(CRL_NUMBER, false, new Uint8Array(unsignedInteger(options.number))),
    ],
  })
  return new Uint8Array(crl.rawData)
}

/**
 * Reads the number and the entries of a CRL that {@link issueCrl} made.
 *
 * @throws Error if it is not one
 */
export function readCrl(der: Uint8Array): Required<Pick<CrlOptions, 'number' | 'revoked'>> {
  const crl = new x509.X509Crl(new Uint8Array(der))
  const extension = crl.getExtension(CRL_NUMBER)
  const number = extension && fromBER(extension.value).result
  if (!(number instanceof Integer)) throw new Error('the CRL has no number')
  return {
    number: number.toBigInt(),
    revoked: crl.entries.map(({ serialNumber, revocationDate }) => ({
      serialNumber,
      revokedAt: revocationDate,
    })),
  }
}
