/** The extensions of each kind of certificate (RFC 5280, 4.2). */
import 'reflect-metadata'
import type { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { octets } from '../sign/der.ts'

/** Contains the statement's hash as an OCTET STRING. The enterprise number is a placeholder: see the package's README. */
export const STATEMENT_HASH_OID = '1.3.6.1.4.1.99999.1.1'

const DOCUMENT_SIGNING = '1.3.6.1.5.5.7.3.36'
/** Beside documentSigning, because poppler's pdfsig reports an unknown issue with that one alone. */
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

type Parent = { certificate: Uint8Array; crlUrl: string }

/** Without a parent, those of a root. With one, of an authority that issues no authorities (path length 0). */
export async function authorityExtensions(publicKey: webcrypto.CryptoKey, parent?: Parent) {
  const usages = x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign
  return [
    new x509.BasicConstraintsExtension(true, parent ? 0 : undefined, true),
    new x509.KeyUsagesExtension(usages, true),
    await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ...(parent ? await issuerExtensions(parent) : []),
  ]
}

/** Of a signer's digital ID. */
export async function digitalIdExtensions(
  publicKey: webcrypto.CryptoKey,
  issuer: Parent,
  { email, statementHash }: { email?: string; statementHash?: Uint8Array },
) {
  const usages = x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation
  const names = email
    ? [new x509.SubjectAlternativeNameExtension([{ type: 'email' as const, value: email }])]
    : []
  const statement = statementHash
    ? [new x509.Extension(STATEMENT_HASH_OID, false, new Uint8Array(octets(statementHash)))]
    : []
  return [
    ...(await leafExtensions(publicKey, issuer, usages)),
    new x509.ExtendedKeyUsageExtension([DOCUMENT_SIGNING, EMAIL_PROTECTION]),
    ...names,
    ...statement,
  ]
}

/** Of a time-stamp authority's digital ID. */
export async function timeStampExtensions(publicKey: webcrypto.CryptoKey, issuer: Parent) {
  return [
    ...(await leafExtensions(publicKey, issuer, x509.KeyUsageFlags.digitalSignature)),
    new x509.ExtendedKeyUsageExtension([TIME_STAMPING], true),
  ]
}

async function leafExtensions(
  publicKey: webcrypto.CryptoKey,
  issuer: Parent,
  usages: x509.KeyUsageFlags,
) {
  return [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(usages, true),
    await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ...(await issuerExtensions(issuer)),
  ]
}

async function issuerExtensions({ certificate, crlUrl }: Parent) {
  const issuer = new x509.X509Certificate(new Uint8Array(certificate))
  return [
    await x509.AuthorityKeyIdentifierExtension.create(issuer),
    new x509.CRLDistributionPointsExtension([crlUrl]),
  ]
}
