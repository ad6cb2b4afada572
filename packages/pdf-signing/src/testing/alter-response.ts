import { createPrivateKey, sign } from 'node:crypto'
import { BitString, OctetString } from 'asn1js'
import { BasicOCSPResponse, Extension, OCSPResponse, ResponseData } from 'pkijs'
import type { Responder } from './serve-ocsp.ts'

export type AddedExtension = {
  oid: string
  isCritical: boolean
  /** Whether it concerns the response, or the answer about the first certificate. */
  of: 'response' | 'certificate'
}

/** Adds an extension to an OCSP response, and signs it again with the P-256 key of its responder. */
export function withExtension(
  der: Uint8Array,
  responder: Responder,
  { isCritical, of, oid }: AddedExtension,
): Uint8Array {
  return altered(der, responder, (data) => {
    const value = new OctetString({ valueHex: new Uint8Array([1, 2, 3]) }).toBER()
    const extension = new Extension({ extnID: oid, critical: isCritical, extnValue: value })
    const [first] = data.responses
    if (of === 'response') data.responseExtensions = [extension]
    else if (first) first.singleExtensions = [extension]
  })
}

/** Changes when an OCSP response says that it was signed, and signs it again with the P-256 key of its responder. */
export function withSigningTime(der: Uint8Array, responder: Responder, at: Date): Uint8Array {
  return altered(der, responder, (data) => {
    data.producedAt = at
  })
}

function altered(
  der: Uint8Array,
  { privateKey }: Responder,
  change: (data: ResponseData) => void,
): Uint8Array {
  const response = OCSPResponse.fromBER(new Uint8Array(der))
  const bytes = response.responseBytes
  if (!bytes) throw new Error('no answer')
  const basic = BasicOCSPResponse.fromBER(new Uint8Array(bytes.response.valueBlock.valueHexView))
  change(basic.tbsResponseData)
  const data = new Uint8Array(basic.tbsResponseData.toSchema(true).toBER())
  basic.tbsResponseData = ResponseData.fromBER(data)
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' })
  basic.signature = new BitString({ valueHex: new Uint8Array(sign('sha256', data, key)) })
  bytes.response = new OctetString({ valueHex: basic.toSchema().toBER() })
  return new Uint8Array(response.toSchema().toBER())
}
