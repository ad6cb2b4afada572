/** Time-stamp requests (RFC 3161, 2.4.1). */
import { fromBER, Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  arrayBuffer,
  integer,
  NULL,
  octets,
  oid,
  sequence,
  TRUE,
  unsignedInteger,
} from '../sign/der.ts'
import { OID } from '../sign/oids.ts'

/** DER of a request for a token over a SHA-256 digest, with the authority's certificates (`certReq`). */
export function timeStampRequest(digest: Uint8Array, nonce: bigint): Buffer {
  return sequence(integer(1), messageImprint(digest), unsignedInteger(nonce), TRUE)
}

/** MessageImprint of a SHA-256 digest. */
export function messageImprint(digest: Uint8Array): Buffer {
  return sequence(sequence(oid(OID.sha256), NULL), octets(digest))
}

export type ParsedRequest = { digest: Uint8Array; nonce: Uint8Array | undefined }

/** The digest of a request, and the DER of its nonce; undefined if it is not a request over a SHA-256 digest. */
export function parseTimeStampRequest(bytes: Uint8Array): ParsedRequest | undefined {
  const { offset, result } = fromBER(arrayBuffer(bytes))
  if (offset === -1 || !(result instanceof Sequence)) return undefined
  const [, imprint, ...options] = result.valueBlock.value
  if (!(imprint instanceof Sequence)) return undefined
  const digest = parseMessageImprint(imprint)
  if (!digest) return undefined
  const nonce = options.find((item) => item instanceof Integer)
  return { digest, nonce: nonce ? new Uint8Array(nonce.valueBeforeDecodeView) : undefined }
}

/** The digest of a MessageImprint with SHA-256, otherwise undefined. */
export function parseMessageImprint(imprint: Sequence): Uint8Array | undefined {
  const [algorithm, digest] = imprint.valueBlock.value
  const type = algorithm instanceof Sequence ? algorithm.valueBlock.value[0] : undefined
  if (!(type instanceof ObjectIdentifier) || type.valueBlock.toString() !== OID.sha256)
    return undefined
  if (!(digest instanceof OctetString)) return undefined
  const bytes = new Uint8Array(digest.valueBlock.valueHexView)
  return bytes.length === 32 ? bytes : undefined
}
