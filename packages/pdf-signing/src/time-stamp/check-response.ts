/** Checks the responses of time-stamp authorities (RFC 3161, 2.4.2). */
import { createHash } from 'node:crypto'
import {
  type AsnType,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  ObjectIdentifier,
  OctetString,
  Sequence,
} from 'asn1js'
import { TimeStampError } from '../errors.ts'
import { arrayBuffer, unsignedInteger } from '../sign/der.ts'
import { OID } from '../sign/oids.ts'
import { hasTimeStampingUsage } from './key-usage.ts'
import { parseMessageImprint } from './request.ts'
import { isSignatureValid, type ParsedSignedData, parseSignedData } from './signed-data.ts'

/** A checked token. */
export type TimeStamp = { token: Uint8Array; time: Date }

export type Expected = { digest: Uint8Array; nonce: bigint; now: Date }

/** granted and grantedWithMods (RFC 3161, 2.4.2). */
const GRANTED = [0, 1]
/** The authority's clock and the local one may differ by this. */
const MAX_DIFFERENCE_MS = 10 * 60_000

/**
 * The token of a response. The authority's certificate is not checked against roots here.
 *
 * @throws TimeStampError
 */
export function checkResponse(response: Uint8Array, expected: Expected): TimeStamp {
  const token = tokenOf(response)
  const data = parseSignedData(token)
  if (data?.contentType !== OID.timeStampInfo) throw new TimeStampError('malformed')
  const time = checkInfo(data.content, expected)
  if (!hasTimeStampingUsage(data.signer)) throw new TimeStampError('wrong-key-usage')
  if (!isOfSigner(data) || !isSignatureValid(data)) throw new TimeStampError('signature-not-valid')
  const [from, to] = [new Date(data.signer.validFrom), new Date(data.signer.validTo)]
  const difference = Math.abs(time.getTime() - expected.now.getTime())
  if (time < from || time > to || difference > MAX_DIFFERENCE_MS)
    throw new TimeStampError('wrong-time')
  return { token, time }
}

function tokenOf(response: Uint8Array): Uint8Array {
  const { offset, result } = fromBER(arrayBuffer(response))
  const [info, token] = offset !== -1 && result instanceof Sequence ? result.valueBlock.value : []
  const status = info instanceof Sequence ? info.valueBlock.value[0] : undefined
  if (!(status instanceof Integer)) throw new TimeStampError('malformed')
  if (!GRANTED.includes(status.valueBlock.valueDec)) throw new TimeStampError('rejected')
  if (!token) throw new TimeStampError('malformed')
  return new Uint8Array(token.valueBeforeDecodeView)
}

/** Checks imprint and nonce of TSTInfo, and returns its time. */
function checkInfo(content: Uint8Array, { digest, nonce }: Expected): Date {
  const { result } = fromBER(arrayBuffer(content))
  const [, , imprint, , time, ...options] =
    result instanceof Sequence ? result.valueBlock.value : ([] as AsnType[])
  if (!(imprint instanceof Sequence) || !(time instanceof GeneralizedTime))
    throw new TimeStampError('malformed')
  const stamped = parseMessageImprint(imprint)
  if (!stamped || !Buffer.from(stamped).equals(digest)) throw new TimeStampError('wrong-imprint')
  const echoed = options.find((option) => option instanceof Integer)
  if (!echoed || !unsignedInteger(nonce).equals(echoed.valueBeforeDecodeView))
    throw new TimeStampError('wrong-nonce')
  return time.toDate()
}

/** Whether the signature names its certificate by hash (RFC 5816; RFC 2634, 5.4, with SHA-1), as it must. */
function isOfSigner({ attributes, signer }: ParsedSignedData): boolean {
  const v2 = firstCertificateId(attributes.get(OID.signingCertificateV2))
  const v1 = firstCertificateId(attributes.get(OID.signingCertificate))
  if (v2) return hashOf(v2)?.equals(digestOf(v2, signer.raw)) ?? false
  return hashOf(v1)?.equals(createHash('sha1').update(signer.raw).digest()) ?? false
}

function firstCertificateId(attribute: AsnType | undefined): AsnType[] | undefined {
  const list = attribute instanceof Sequence ? attribute.valueBlock.value[0] : undefined
  const first = list instanceof Sequence ? list.valueBlock.value[0] : undefined
  return first instanceof Constructed ? first.valueBlock.value : undefined
}

function hashOf(id: AsnType[] | undefined): Buffer | undefined {
  const hash = id?.find((item) => item instanceof OctetString)
  return hash ? Buffer.from(hash.valueBlock.valueHexView) : undefined
}

/** The digest algorithm of ESSCertIDv2 is SHA-256 if it is omitted. */
function digestOf([first]: AsnType[], certificate: Uint8Array): Buffer {
  const algorithm = first instanceof Sequence ? first.valueBlock.value[0] : undefined
  const oid = algorithm instanceof ObjectIdentifier ? algorithm.valueBlock.toString() : OID.sha256
  const names: Record<string, string> = {
    [OID.sha256]: 'sha256',
    '2.16.840.1.101.3.4.2.2': 'sha384',
    '2.16.840.1.101.3.4.2.3': 'sha512',
  }
  const name = names[oid]
  return name ? createHash(name).update(certificate).digest() : Buffer.alloc(0)
}
