import { sign } from 'node:crypto'
import {
  distinguishedName,
  generalizedTime,
  integer,
  octets,
  oid,
  sequence,
  set,
  tlv,
} from './der.ts'
import { ECDSA_SHA256, SHA256, sha256, type TestId } from './pki.ts'
import { toBytes, toText } from './updates.ts'

/** How a CMS signature differs from a correct one. */
export type CmsOptions = {
  signer: TestId
  serial?: number
  certificates?: Buffer[]
  crls?: Buffer[]
  contentType?: string
  statedContentType?: string
  /** The content itself, for a signature that is not detached. */
  content?: Buffer
  messageDigest?: Buffer
  /** Whether to leave the signed attributes out. */
  isWithoutAttributes?: boolean
  /** Whose certificate the attribute signing-certificate-v2 names; null leaves it out. */
  referenced?: TestId | null
  signatureAlgorithm?: Buffer
  digestAlgorithm?: Buffer
  /** The time-stamp token over the signature value. */
  timeStamp?: (value: Buffer) => Buffer
  signerCount?: number
  extraAttributes?: Buffer[]
}

const ID_DATA = '1.2.840.113549.1.7.1'
const ID_TST_INFO = '1.2.840.113549.1.9.16.1.4'

/** Replaces the last signature of a file by one that `build` makes for the same bytes. */
export function resign(file: Uint8Array, build: (signed: Buffer) => Buffer): Uint8Array {
  const text = toText(file)
  const range = [...text.matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)\]/g)].at(-1)
  const [start, end, length] = [1, 2, 3].map((index) => Number(range?.[index])) as [
    number,
    number,
    number,
  ]
  const signed = Buffer.concat([file.subarray(0, start), file.subarray(end, end + length)])
  const hex = build(signed).toString('hex')
  if (hex.length > end - start - 2) throw new Error('The signature is too long')
  const padded = hex.padEnd(end - start - 2, '0')
  return toBytes(`${text.slice(0, start)}<${padded}>${text.slice(end)}`)
}

const RANGE_SPACE = `/ByteRange [0 ${'9'.repeat(30)}]`

/** The dictionary of a signature that `signSpace` completes. */
export const SIGNATURE_SPACE = `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached ${RANGE_SPACE} /Contents <${'0'.repeat(4000)}> >>`

/** Signs a file whose last revision contains `SIGNATURE_SPACE`. */
export function signSpace(file: Uint8Array, signer: TestId): Uint8Array {
  const text = toText(file)
  const start = text.indexOf('/Contents <', text.indexOf(RANGE_SPACE)) + '/Contents '.length
  const end = text.indexOf('>', start) + 1
  const range = `/ByteRange [0 ${start} ${end} ${text.length - end}]`
  const prepared = text.replace(RANGE_SPACE, range.padEnd(RANGE_SPACE.length))
  return resign(toBytes(prepared), (signed) => cms(signed, { signer }))
}

/** A CMS signature (RFC 5652) over `signed`. */
export function cms(signed: Buffer, options: CmsOptions): Buffer {
  const { signer, contentType = ID_DATA, content, crls = [] } = options
  const certificates = options.certificates ?? [signer.certificate]
  const infos = Array.from({ length: options.signerCount ?? 1 }, () => signerInfo(signed, options))
  const data = sequence(
    integer(1),
    set(options.digestAlgorithm ?? SHA256),
    sequence(oid(contentType), ...(content ? [tlv(0xa0, octets(content))] : [])),
    tlv(0xa0, ...certificates),
    ...(crls.length > 0 ? [tlv(0xa1, ...crls)] : []),
    set(...infos),
  )
  return sequence(oid('1.2.840.113549.1.7.2'), tlv(0xa0, data))
}

/** A time-stamp token (RFC 3161) over `stamped`. */
export function timeStamp(
  stamped: Buffer,
  time: string,
  options: CmsOptions & { imprint?: Buffer },
): Buffer {
  const content = sequence(
    integer(1),
    oid('1.3.6.1.4.1.99999.1'),
    sequence(SHA256, octets(options.imprint ?? sha256(stamped))),
    integer(1),
    generalizedTime(new Date(time)),
  )
  return cms(content, { contentType: ID_TST_INFO, content, ...options })
}

function signerInfo(signed: Buffer, options: CmsOptions): Buffer {
  const { signer, digestAlgorithm = SHA256, isWithoutAttributes = false } = options
  const attributes = set(...signedAttributes(signed, options))
  const value = sign('sha256', isWithoutAttributes ? signed : attributes, signer.key)
  const implicit = Buffer.from(attributes)
  implicit[0] = 0xa0
  const token = options.timeStamp?.(value)
  return sequence(
    integer(1),
    sequence(distinguishedName(signer.issuerName), integer(options.serial ?? 1)),
    digestAlgorithm,
    ...(isWithoutAttributes ? [] : [implicit]),
    options.signatureAlgorithm ?? ECDSA_SHA256,
    octets(value),
    ...(token ? [tlv(0xa1, attribute('1.2.840.113549.1.9.16.2.14', token))] : []),
  )
}

function signedAttributes(signed: Buffer, options: CmsOptions): Buffer[] {
  const { signer, contentType = ID_DATA, extraAttributes = [] } = options
  const referenced = options.referenced === undefined ? signer : options.referenced
  return [
    attribute('1.2.840.113549.1.9.3', oid(options.statedContentType ?? contentType)),
    attribute('1.2.840.113549.1.9.4', octets(options.messageDigest ?? sha256(signed))),
    ...(referenced
      ? [
          attribute(
            '1.2.840.113549.1.9.16.2.47',
            sequence(sequence(sequence(octets(sha256(referenced.certificate))))),
          ),
        ]
      : []),
    ...extraAttributes,
  ]
}

export function attribute(type: string, value: Buffer): Buffer {
  return sequence(oid(type), set(value))
}
