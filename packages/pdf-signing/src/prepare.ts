/** Rewrites an unsigned upload once, as the file that all signers see and sign. */
import { createHash } from 'node:crypto'
import { type PDF, PdfDict, PdfString } from '@libpdf/core'
import { UnusablePdf } from './errors.ts'
import { type PreparedField, planFields, type RequestedField } from './fields.ts'
import { inspectContent } from './inspect/content.ts'
import { signingWay } from './inspect/permissions.ts'
import { defaultFont, fixSubsetPrefix } from './pdf/font.ts'
import { array, pdfDate, resolve } from './pdf/objects.ts'
import { type Limits, openUpload } from './pdf/open.ts'
import { pagesOf } from './pdf/pages.ts'
import { save } from './pdf/save.ts'
import { addFields } from './prepare/add-fields.ts'
import { checkContent } from './prepare/check-content.ts'
import { clean } from './prepare/clean.ts'
import { drawValues } from './prepare/draw-values.ts'
import { flatten } from './prepare/flatten.ts'

/** Texts of the document information that stay (ISO 32000-2, table 349). */
const INFORMATION = [
  'Title',
  'Author',
  'Subject',
  'Keywords',
  'Creator',
  'Producer',
  'CreationDate',
]
/** Signature fields with locks, and CAdES signatures, are not known in earlier versions. */
const VERSION = '1.7'

export type PrepareOptions = {
  /** The fields of each signer, in the order in which they will sign. A signer without a `signature` signs invisibly. */
  signers: RequestedField[][]
  /** Modification date and, with the upload's digest, the identifier of the file. */
  preparedAt: Date
  /** A TrueType font for all values; DejaVu Sans by default. */
  font?: Uint8Array
  limits?: Limits
}

export type PreparedPdf = { bytes: Uint8Array; fields: PreparedField[] }

/**
 * Prepares an upload: removes everything that is not shown, flattens forms and comments, and adds all fields with their locks,
 * those of the final signature and of the document time-stamp included. The same input has the same output.
 *
 * Fonts that the upload lacks stay missing ({@link inspect} lists them).
 *
 * @throws UnusablePdf `already-signed`, `active-content`, `undrawable-form` and the codes of `inspect`
 * @throws SigningError `too-many-signers`, `too-many-fields`, `page-out-of-range`, `rectangle-out-of-range`
 */
export async function prepare(upload: Uint8Array, options: PrepareOptions): Promise<PreparedPdf> {
  const pdf = await openUpload(upload, options.limits)
  if (signingWay(pdf, upload) !== 'rewrite') throw new UnusablePdf('already-signed')
  inspectContent(pdf)
  const pages = pagesOf(pdf)
  const fields = planFields(options.signers, pages)
  const font = embedForForm(pdf, options.font ?? defaultFont())
  try {
    clean(pdf, pages)
    drawValues(pdf, font)
    flatten(pdf, pages)
  } catch (error) {
    if (error instanceof UnusablePdf) throw error
    throw new UnusablePdf('unreadable', { cause: error })
  }
  addFields(pdf, pages, fields, options.signers.length, pdf.fonts.getRef(font))
  setFileInformation(pdf, upload, options.preparedAt)
  pdf.upgradeVersion(VERSION)
  const saved = await save(pdf, { subsetFonts: true })
  const bytes = fixSubsetPrefix(pdf, font, saved)
  await checkContent(bytes)
  return { bytes, fields }
}

/** Viewers need the form's font only if they draw a value themselves, so Latin letters suffice. */
function embedForForm(pdf: PDF, data: Uint8Array) {
  const font = pdf.embedFont(data)
  const codes = [...range(0x20, 0x7e), ...range(0xa1, 0x17f)]
  const latin = codes
    .map((code) => String.fromCharCode(code))
    .filter((letter) => font.canEncode(letter))
  font.encodeTextToGids(latin.join(''))
  return font
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/**
 * Sets the identifier (ISO 32000-2, 14.4), which the library would otherwise choose at random, and reduces the document
 * information to its known texts: it can refer to any object, which would stay in the file unseen.
 */
function setFileInformation(pdf: PDF, upload: Uint8Array, preparedAt: Date): void {
  const { trailer } = pdf.context.info
  const digest = createHash('sha256').update(upload).update(preparedAt.toISOString()).digest()
  const id = PdfString.fromBytes(new Uint8Array(digest.subarray(0, 16)))
  trailer.set('ID', array(id, id))
  const existing = resolve(pdf, trailer.get('Info'))
  const info = new PdfDict()
  for (const key of INFORMATION) {
    const value = existing instanceof PdfDict ? resolve(pdf, existing.get(key)) : undefined
    if (value instanceof PdfString) info.set(key, value)
  }
  info.set('ModDate', pdfDate(preparedAt))
  trailer.set('Info', pdf.register(info))
}
