/** Checks an OCSP response (RFC 6960, 3.2 and 4.2.2). */
import { fromBER } from 'asn1js'
import { BasicOCSPResponse, OCSPResponse, type SingleResponse } from 'pkijs'
import type { OcspProblem } from '../errors.ts'
import type { RevocationSource } from '../revocation-sources.ts'
import { certificateId } from './certificate-id.ts'
import { isSignedByResponder } from './responder.ts'

const BASIC_RESPONSE = '1.3.6.1.5.5.7.48.1.1'
/** The choices of CertStatus (4.2.1). */
const [GOOD, REVOKED] = [0, 1]
/** Clocks differ. */
const CLOCK_TOLERANCE_MS = 5 * 60_000
/** How old a response may be that does not say until when it counts. */
const MAX_AGE_MS = 60 * 60_000

type Pair = Pick<RevocationSource, 'certificate' | 'issuer'>

/** Returns what is wrong with a response about a certificate; null if it says that the certificate is good now. */
export function checkOcspResponse(der: Uint8Array, pair: Pair, now: Date): OcspProblem | null {
  const response = parseOrNull(() => new OCSPResponse({ schema: parseDer(der) }))
  if (!response) return 'malformed'
  if (response.responseStatus.valueBlock.valueDec !== 0) return 'refused'
  const basic = parseOrNull(() => parseBasic(response))
  if (!basic || hasCriticalExtension(basic)) return 'malformed'
  if (!isSignedByResponder(basic, pair.issuer)) return 'signature-not-valid'
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

/**
 * Nothing that such an extension says is processed here, so the response is not used (RFC 6960, 4.4), as in packages/pdf-signatures. A
 * nonce that is not critical changes nothing: the request has none with which it could be compared.
 */
function hasCriticalExtension({ tbsResponseData }: BasicOCSPResponse): boolean {
  const { responseExtensions = [], responses } = tbsResponseData
  const extensions = responses.flatMap(({ singleExtensions = [] }) => singleExtensions)
  return [...responseExtensions, ...extensions].some(({ critical }) => critical)
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
