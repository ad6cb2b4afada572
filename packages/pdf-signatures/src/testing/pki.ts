import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import {
  bits,
  distinguishedName,
  generalizedTime,
  integer,
  octets,
  oid,
  sequence,
  TRUE,
  tlv,
} from './der.ts'

/** A digital ID with its key, or an authority. */
export type TestId = {
  name: string
  issuerName: string
  key: KeyObject
  spki: Buffer
  certificate: Buffer
}

export type IdOptions = {
  name?: string
  issuer?: TestId
  isAuthority?: boolean
  pathLength?: number
  serial?: number
  /** The bits of the key usage, as bytes; null leaves the extension out. */
  keyUsage?: number[] | null
  /** Purposes, and whether the extension is critical. */
  purposes?: string[]
  arePurposesCritical?: boolean
  from?: string
  until?: string
  /** The type of a critical extension that nobody knows. */
  unknownExtension?: string
}

export const SHA256 = sequence(oid('2.16.840.1.101.3.4.2.1'))
export const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'))
export const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

export function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** Issues a digital ID with a new P-256 key; it is self-signed without an issuer. */
export function issueId(options: IdOptions = {}): TestId {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const name = options.name ?? 'Jane Roe'
  const issuerName = options.issuer?.name ?? name
  const id = { name, issuerName, key: privateKey, spki, certificate: Buffer.alloc(0) }
  const { issuer = id } = options
  const body = sequence(
    tlv(0xa0, integer(2)),
    integer(options.serial ?? 1),
    ECDSA_SHA256,
    distinguishedName(issuer.name),
    sequence(
      generalizedTime(new Date(options.from ?? '2026-01-01')),
      generalizedTime(new Date(options.until ?? '2036-01-01')),
    ),
    distinguishedName(name),
    spki,
    tlv(0xa3, sequence(...extensions(options))),
  )
  return { ...id, certificate: signed(body, issuer.key) }
}

export type CrlOptions = {
  issuedAt?: string
  nextAt?: string
  revoked?: { serial: number; at: string }[]
  /** A critical extension that limits what the CRL covers. */
  isPartial?: boolean
}

/** A CRL (RFC 5280, 5.1) of the authority. */
export function issueCrl(issuer: TestId, options: CrlOptions = {}): Buffer {
  const revoked = (options.revoked ?? []).map(({ serial, at }) =>
    sequence(integer(serial), generalizedTime(new Date(at))),
  )
  const partial = sequence(oid('2.5.29.28'), TRUE, octets(sequence(tlv(0x81, [0xff]))))
  const body = sequence(
    integer(1),
    ECDSA_SHA256,
    distinguishedName(issuer.name),
    generalizedTime(new Date(options.issuedAt ?? '2026-11-26')),
    generalizedTime(new Date(options.nextAt ?? '2026-12-26')),
    ...(revoked.length > 0 ? [sequence(...revoked)] : []),
    ...(options.isPartial ? [tlv(0xa0, sequence(partial))] : []),
  )
  return signed(body, issuer.key)
}

function signed(body: Buffer, key: KeyObject): Buffer {
  return sequence(body, ECDSA_SHA256, bits(sign('sha256', body, key)))
}

function extensions({
  isAuthority = false,
  pathLength,
  keyUsage = isAuthority ? [1, 0x06] : [6, 0xc0],
  purposes,
  arePurposesCritical = true,
  unknownExtension,
}: IdOptions): Buffer[] {
  const path = pathLength === undefined ? [] : [integer(pathLength)]
  const constraints = sequence(...(isAuthority ? [TRUE, ...path] : []))
  return [
    extension('2.5.29.19', constraints),
    ...(keyUsage ? [extension('2.5.29.15', tlv(3, keyUsage))] : []),
    ...(purposes
      ? [extension('2.5.29.37', sequence(...purposes.map(oid)), arePurposesCritical)]
      : []),
    ...(unknownExtension ? [extension(unknownExtension, sequence())] : []),
  ]
}

function extension(type: string, value: Buffer, isCritical = true): Buffer {
  return sequence(oid(type), ...(isCritical ? [TRUE] : []), octets(value))
}
