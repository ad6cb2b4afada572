import { OctetString, Sequence } from 'asn1js'
import { readList } from './changes/validation-data.ts'
import { permissionsOf } from './changes-after.ts'
import { type ParsedCertificate, parseCertificates, toDigitalId } from './cms/certificate.ts'
import { checkChain, NO_CHAIN, type TrustData } from './cms/chain.ts'
import { parseOcspResponse } from './cms/ocsp.ts'
import { parseCrl } from './cms/revocation.ts'
import { attributeValue, type Cms } from './cms/signed-data.ts'
import type { Token } from './cms/time-stamp.ts'
import { type CheckedSignature, signingTime } from './integrity.ts'
import { catalogOf, type PdfDocument } from './pdf/document.ts'
import type { PdfFile } from './pdf/file.ts'
import { textOf } from './pdf/text.ts'
import { TooLargeError } from './pdf/values.ts'
import type { Chain, Change, PdfSignature, TimeStamp } from './report.ts'
import { parsePdfDate } from './signature-dictionary.ts'

const REVOCATION_ARCHIVAL = '1.2.840.113583.1.1.8'
/** The tags of the lists in the attribute adbe-revocationInfoArchival. */
const [CRLS, OCSPS] = [0, 1]
const MAX_CERTIFICATES = 2000
const MAX_OCSP_RESPONSES = 200

type Context = { file: PdfFile; trust: TrustData; changes: Change[][]; now: Date }

/** The certificates, CRLs and OCSP responses in the document security store and in the signatures. */
export async function readTrustData(
  document: PdfDocument,
  signatures: CheckedSignature[],
  roots: ParsedCertificate[],
): Promise<TrustData> {
  const store = catalogOf(document).entries.get('DSS')
  const messages = signatures.flatMap(({ cms, token }) => [cms, token?.cms ?? null])
  const embedded = messages.flatMap((cms) => cms?.certificates ?? [])
  const listed = readList(document, store, 'Certs')
  if (embedded.length + listed.length > MAX_CERTIFICATES) {
    throw new TooLargeError('Too many certificates')
  }
  const crls = [
    ...messages.flatMap((cms) => (cms ? [...cms.crls, ...archived(cms, CRLS).map(parseCrl)] : [])),
    ...readList(document, store, 'CRLs').map(parseCrl),
  ].filter((crl) => crl !== null)
  const responses = [
    ...messages.flatMap((cms) => (cms ? archived(cms, OCSPS) : [])),
    ...readList(document, store, 'OCSPs'),
  ]
  if (responses.length > MAX_OCSP_RESPONSES) throw new TooLargeError('Too many OCSP responses')
  const ocspResponses = responses.flatMap((der) => parseOcspResponse(der) ?? [])
  const certificates = [...embedded, ...(await parseCertificates(listed))]
  return { roots, certificates, crls, ocspResponses }
}

/**
 * Completes the signatures, which are in the order of their revisions. From the last to the first, because a document
 * time-stamp proves that everything before it existed at its time (ETSI EN 319 102-1, 5.6).
 */
export async function attribute(
  signatures: CheckedSignature[],
  context: Context,
): Promise<PdfSignature[]> {
  const results: PdfSignature[] = []
  let provedBy: Date | null = null
  for (const signature of signatures.toReversed()) {
    const timeStamp = await checkToken(signature.token, provedBy, context)
    const isProved = timeStamp?.isValid === true && timeStamp.chain === 'trusted'
    const time: Date | null = isProved && signature.token ? signature.token.time : provedBy
    results.unshift(await toReport(signature, timeStamp, time, provedBy, context))
    const isIntact = signature.integrity.status === 'intact'
    if (signature.kind === 'time-stamp' && isProved && isIntact) provedBy = time
  }
  return results
}

async function toReport(
  signature: CheckedSignature,
  timeStamp: TimeStamp | null,
  time: Date | null,
  provedBy: Date | null,
  { file, trust, changes, now }: Context,
): Promise<PdfSignature> {
  const { kind, cms, dict, field, integrity, revision } = signature
  const signer = cms?.signer ?? null
  const isTimeStamp = kind === 'time-stamp'
  // The digital ID of an authority must be valid when something else proves its time-stamp.
  const at = isTimeStamp ? provedBy : time
  const text = (key: string) => textOf(dict.entries.get(key) ?? null)
  return {
    field: field.name,
    kind,
    integrity,
    signer: signer && toDigitalId(signer),
    chain: signer ? await chainAt(signer, isTimeStamp, at, trust, now) : NO_CHAIN,
    claimedAt: parsePdfDate(text('M')) ?? (cms ? signingTime(cms) : null),
    timeStamp,
    ...permissionsOf(signature, file),
    changesAfter: unique(changes.slice(revision + 1).flat()),
    reason: text('Reason'),
    location: text('Location'),
  }
}

async function checkToken(
  token: Token | null,
  provedBy: Date | null,
  { trust, now }: Context,
): Promise<TimeStamp | null> {
  if (!token) return null
  const { authority, isValid, time } = token
  const chain = authority ? await chainAt(authority, true, provedBy, trust, now) : NO_CHAIN
  return {
    time: time.toISOString(),
    authority: authority && toDigitalId(authority),
    isValid,
    chain: chain.status,
  }
}

async function chainAt(
  signer: ParsedCertificate,
  isTimeStamp: boolean,
  proved: Date | null,
  trust: TrustData,
  now: Date,
): Promise<Chain> {
  const time = { at: proved ?? now, isProved: proved !== null, now }
  return await checkChain(signer, isTimeStamp ? 'time-stamps' : 'documents', trust, time)
}

/** The DER of a list of the attribute adbe-revocationInfoArchival (ISO 32000-2, 12.8.3.3.2), by its tag. */
function archived({ signerInfo }: Cms, tag: number): Uint8Array[] {
  const archival = attributeValue(signerInfo, REVOCATION_ARCHIVAL)
  if (!(archival instanceof Sequence)) return []
  const tagged = archival.valueBlock.value.find(
    ({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === tag,
  )
  return itemsOf(tagged && 'valueBlock' in tagged ? tagged.valueBlock : null)
}

function itemsOf(block: unknown): Uint8Array[] {
  if (typeof block !== 'object' || block === null || !('value' in block)) return []
  const [list] = Array.isArray(block.value) ? block.value : []
  if (!(list instanceof Sequence)) return []
  return list.valueBlock.value.flatMap((item) =>
    item instanceof OctetString ? [] : [new Uint8Array(item.valueBeforeDecodeView)],
  )
}

function unique(changes: Change[]): Change[] {
  const known = new Map(changes.map((change) => [JSON.stringify(change), change]))
  return [...known.values()]
}
