/**
 * A small time-stamp authority (RFC 3161) for installations without an external one, and for tests. Its time is that of this
 * machine, which nobody else attests.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { DigitalId } from './digital-id.ts'
import { signedData } from './sign/cms.ts'
import { encode, integer, oid, sequence, unsignedInteger } from './sign/der.ts'
import { OID } from './sign/oids.ts'
import { messageImprint, parseTimeStampRequest } from './time-stamp/request.ts'

export type TimeStampAuthority = {
  /** A digital ID with the critical extended key usage timeStamping, as `issueTimeStampId` issues it. */
  digitalId: DigitalId
  now?: () => Date
}

/** Every token names a policy. The enterprise number is a placeholder: see the package's README. */
const POLICY = '1.3.6.1.4.1.99999.2.1'
const GENERALIZED_TIME = 0x18
const BIT_STRING = 0x03
const REJECTED = 2
/** PKIFailureInfo badDataFormat, bit 5 (RFC 3161, 2.4.2). */
const BAD_DATA_FORMAT = Buffer.of(2, 0x04)

/**
 * Answers a request with the DER of a TimeStampResp: a token, or a rejection if the request is malformed or its digest is not
 * SHA-256.
 */
export async function respond(authority: TimeStampAuthority, request: Uint8Array): Promise<Buffer> {
  const parsed = parseTimeStampRequest(request)
  if (!parsed) return sequence(sequence(integer(REJECTED), encode(BIT_STRING, [BAD_DATA_FORMAT])))
  const token = await issueToken(authority, parsed.digest, parsed.nonce)
  return sequence(sequence(integer(0)), token)
}

/** A token over a SHA-256 digest, without a request. */
export async function issueToken(
  { digitalId, now = () => new Date() }: TimeStampAuthority,
  digest: Uint8Array,
  nonce?: Uint8Array,
): Promise<Buffer> {
  const info = sequence(
    integer(1),
    oid(POLICY),
    messageImprint(digest),
    unsignedInteger(randomBytes(15).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)),
    generalizedTime(now()),
    // Accuracy: one second, since the time is in whole seconds.
    sequence(integer(1)),
    ...(nonce ? [Buffer.from(nonce)] : []),
  )
  const infoDigest = createHash('sha256').update(info).digest()
  return signedData({ type: OID.timeStampInfo, digest: infoDigest, embedded: info }, digitalId)
}

/** `YYYYMMDDhhmmssZ`: DER permits no fraction that is zero, and some readers none at all. */
function generalizedTime(date: Date): Buffer {
  const text = `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
  return encode(GENERALIZED_TIME, [Buffer.from(text, 'latin1')])
}
