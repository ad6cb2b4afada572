/** Checks an OCSP response (RFC 6960, 3.2 and 4.2.2). */
import 'reflect-metadata'
import { createPublicKey, verify } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { fromBER } from 'asn1js'
import { BasicOCSPResponse, OCSPResponse, type SingleResponse } from 'pkijs'
import type { OcspProblem } from '../errors.ts'
import type { RevocationSource } from '../revocation-sources.ts'
import { certificateId } from './certificate-id.ts'

const BASIC_RESPONSE = '1.3.6.1.5.5.7.48.1.1'
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9'
/** Of signatures over the response. Those with SHA-1 are not accepted. */
const DIGESTS: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}
/** The choices of CertStatus (4.2.1). */
const [GOOD, REVOKED] = [0, 1]
/** Clocks differ. */
const CLOCK_TOLERANCE_MS = 5 * 60_000
/** How old a response may be that does not say until when it counts. */
const MAX_AGE_MS = 60 * 60_000

type Pair = Pick<RevocationSource, 'certificate' | 'issuer'>

/** Returns what is wrong with a response about a certificate; null if it says that the certificate is good now. */
export async function checkOcspResponse(
  der: Uint8Array,
  pair: Pair,
  now: Date,
): Promise<OcspProblem | null> {
  const response = parseOrNull(() => new OCSPResponse({ schema: parseDer(der) }))
  if (!response) return 'malformed'
  if (response.responseStatus.valueBlock.valueDec !== 0) return 'refused'
  const basic = parseOrNull(() => parseBasic(response))
  if (!basic || hasCriticalExtension(basic)) return 'malformed'
  if (!(await isSignedByResponder(basic, pair.issuer))) return 'signature-not-valid'
  const id = certificateId(pair)
  const about = basic.tbsResponseData.responses.filter(({ certID }) => id.isEqual(certID))
  const problems = about.map((item) => checkStatus(item, now))
  if (problems.includes('revoked')) return 'revoked'
  return problems.includes(null) ? null : (problems[0] ?? 'other-certificate')
}

function checkStatus(
  { certStatus, nextUpdate, thisUpdate }: SingleResponse,
  now: Date,
): OcspProblem | null {
  const status = certStatus.idBlock.tagNumber
  // However old it is: a revocation is not taken back.
  if (status === REVOKED) return 'revoked'
  const [from, at] = [thisUpdate.getTime() - CLOCK_TOLERANCE_MS, now.getTime()]
  const until = nextUpdate?.getTime() ?? thisUpdate.getTime() + MAX_AGE_MS
  if (at < from || at >= until) return 'outdated'
  return status === GOOD ? null : 'unknown'
}

function parseBasic({ responseBytes }: OCSPResponse): BasicOCSPResponse | null {
  if (responseBytes?.responseType !== BASIC_RESPONSE) return null
  const schema = parseDer(responseBytes.response.valueBlock.valueHexView)
  return new BasicOCSPResponse({ schema })
}

/** Nothing that such an extension says is processed here. */
function hasCriticalExtension({ tbsResponseData }: BasicOCSPResponse): boolean {
  const { responseExtensions = [], responses } = tbsResponseData
  const extensions = responses.flatMap(({ singleExtensions = [] }) => singleExtensions)
  return [...responseExtensions, ...extensions].some(({ critical }) => critical)
}

/** Whether the issuer signed it, or a responder to which the issuer itself has delegated that (4.2.2.2). */
async function isSignedByResponder(
  basic: BasicOCSPResponse,
  issuer: x509.X509Certificate,
): Promise<boolean> {
  if (isSignedBy(basic, issuer)) return true
  for (const certificate of basic.certs ?? []) {
    const responder = new x509.X509Certificate(certificate.toSchema().toBER())
    if (!isSignedBy(basic, responder)) continue
    return isDelegate(responder, issuer, basic.tbsResponseData.producedAt)
  }
  return false
}

function isSignedBy(basic: BasicOCSPResponse, { publicKey }: x509.X509Certificate): boolean {
  const digest = DIGESTS[basic.signatureAlgorithm.algorithmId]
  if (!digest) return false
  try {
    const key = createPublicKey({
      key: Buffer.from(publicKey.rawData),
      format: 'der',
      type: 'spki',
    })
    const signature = basic.signature.valueBlock.valueHexView
    return verify(digest, basic.tbsResponseData.tbsView, key, signature)
  } catch {
    return false
  }
}

async function isDelegate(
  responder: x509.X509Certificate,
  issuer: x509.X509Certificate,
  at: Date,
): Promise<boolean> {
  const purposes = responder.getExtension(x509.ExtendedKeyUsageExtension)?.usages ?? []
  if (responder.issuer !== issuer.subject || !purposes.includes(OCSP_SIGNING)) return false
  return await responder.verify({ publicKey: issuer, date: at }).catch(() => false)
}

function parseDer(bytes: Uint8Array) {
  const { offset, result } = fromBER(new Uint8Array(bytes))
  if (offset !== bytes.length) throw new Error('not DER, or followed by other bytes')
  return result
}

function parseOrNull<T>(parse: () => T): T | null {
  try {
    return parse()
  } catch {
    return null
  }
}
