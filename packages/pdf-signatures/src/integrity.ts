import { GeneralizedTime, UTCTime } from 'asn1js'
import { type Coverage, checkByteRange, signedBytes } from './byte-range.ts'
import { INTACT, invalid } from './cms/encoding.ts'
import {
  attributeValue,
  type Cms,
  ID_DATA,
  parseCms,
  signatureValue,
  verifyCms,
} from './cms/signed-data.ts'
import { readSignatureTimeStamp, readToken, type Token } from './cms/time-stamp.ts'
import type { FoundSignature } from './find-signatures.ts'
import { PdfDocument } from './pdf/document.ts'
import type { PdfFile } from './pdf/file.ts'
import { isType, type PdfDict } from './pdf/values.ts'
import type { Integrity } from './report.ts'
import { readFields } from './signature-fields.ts'

/** A signature whose bytes and CMS structure were checked, but not yet whom it can be attributed to. */
export type CheckedSignature = FoundSignature & {
  integrity: Integrity
  kind: 'signature' | 'time-stamp'
  /** The index of the revision that it signs, or in which it is, as far as that could be determined. */
  revision: number
  cms: Cms | null
  token: Token | null
}

const TIME_STAMP = 'ETSI.RFC3161'
/** Whether the reference to the signer's certificate is required (ETSI EN 319 142-1, 6.3). */
const NEEDS_REFERENCE: Record<string, boolean> = {
  'adbe.pkcs7.detached': false,
  'ETSI.CAdES.detached': true,
}
const SIGNING_TIME = '1.2.840.113549.1.9.5'

/** Checks the byte range, the place in the document, and the CMS signature or time-stamp token. */
export async function checkSignature(
  found: FoundSignature,
  file: PdfFile,
): Promise<CheckedSignature> {
  const document = new PdfDocument(file, file.revisions.length - 1)
  const subFilter = document.getName(found.dict, 'SubFilter') ?? ''
  const kind = subFilter === TIME_STAMP ? 'time-stamp' : 'signature'
  const revision = revisionAt(found.dict, file)
  const base = { ...found, kind, revision, cms: null, token: null } as const
  if (found.isAmbiguous) return { ...base, integrity: invalid('ambiguous') }
  const coverage = checkByteRange(found.dict, file)
  if (!coverage) return { ...base, integrity: invalid('byte-range') }
  const placed = { ...base, revision: coverage.revision }
  if (!isValueThen(found, file, coverage)) return { ...placed, integrity: invalid('ambiguous') }
  const checked =
    kind === 'time-stamp'
      ? await checkTimeStamp(coverage, file)
      : await checkCms(coverage, file, subFilter)
  return { ...placed, ...checked }
}

/** The time that the signer's software stated in the CMS signature; null if there is none. */
export function signingTime({ signerInfo }: Cms): string | null {
  const value = attributeValue(signerInfo, SIGNING_TIME)
  if (!(value instanceof UTCTime) && !(value instanceof GeneralizedTime)) return null
  const time = value.toDate()
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

type Checked = Pick<CheckedSignature, 'integrity' | 'cms' | 'token'>

async function checkCms(coverage: Coverage, file: PdfFile, subFilter: string): Promise<Checked> {
  const needsReference = NEEDS_REFERENCE[subFilter]
  const cms = await parseCms(coverage.contents)
  if (needsReference === undefined) return { integrity: invalid('unsupported'), cms, token: null }
  if (!cms || cms.contentType !== ID_DATA || cms.content !== null) {
    return { integrity: invalid('unreadable'), cms, token: null }
  }
  const integrity = await verifyCms(cms, signedBytes(file.bytes, coverage), needsReference)
  const token = await readSignatureTimeStamp(cms, signatureValue(cms.signerInfo))
  return { integrity, cms, token }
}

async function checkTimeStamp(coverage: Coverage, file: PdfFile): Promise<Checked> {
  const signed = signedBytes(file.bytes, coverage)
  const token = await readToken(coverage.contents, signed)
  if (!token) return { integrity: invalid('unreadable'), cms: null, token: null }
  return { integrity: await tokenIntegrity(token), cms: token.cms, token }

  async function tokenIntegrity({ isValid, isAbout, cms }: Token): Promise<Integrity> {
    if (isValid) return INTACT
    if (!isAbout) return invalid('bytes-changed')
    const { content } = cms
    const integrity = content ? await verifyCms(cms, content, true) : invalid('unreadable')
    return integrity.status === 'intact' ? invalid('wrong-signature') : integrity
  }
}

/** Whether the same field had the same dictionary as its value in the revision that the signature covers. */
function isValueThen({ field, dict }: FoundSignature, file: PdfFile, coverage: Coverage): boolean {
  const document = new PdfDocument(file, coverage.revision)
  const then = readFields(document).get(field.id)
  const value = then ? document.get(then.dict, 'V') : null
  return then?.name === field.name && isType(value, 'dict') && value.start === dict.start
}

function revisionAt({ start }: PdfDict, { revisions }: PdfFile): number {
  const index = revisions.findIndex(({ end }) => start < end)
  return start < 0 || index < 0 ? revisions.length - 1 : index
}
