/** Adds signatures to a file that was signed elsewhere. Nothing of it is changed, and nothing is embedded but the signatures. */
import type { EmbeddedFont, PDF, PdfDict } from '@libpdf/core'
import { SigningError, UnusablePdf } from './errors.ts'
import { imageAppearance } from './fill/image-appearance.ts'
import { textAppearance } from './fill/text-appearance.ts'
import { signingWay } from './inspect/permissions.ts'
import { requireAppendable } from './inspect.ts'
import { boxFor, formStream, setAppearance } from './pdf/appearance.ts'
import { defaultFont, requireDrawable } from './pdf/font.ts'
import { findField, formOf } from './pdf/form-fields.ts'
import {
  array,
  arrayOf,
  dict,
  name,
  number,
  numberOf,
  type Rectangle,
  rectangleArray,
  string,
} from './pdf/objects.ts'
import { type Limits, openUpload } from './pdf/open.ts'
import { addAnnotations, type Page, pagesOf } from './pdf/pages.ts'
import { unusedNames } from './pdf/unused-names.ts'
import { type SignOptions, signOpened, type TimeStamper, timeStampOpened } from './sign.ts'

/**
 * Where a visible signature is shown: `page` is 0-based, the rectangle in points of its user space before rotation. An
 * `appearance` is a content stream as in `fill`.
 */
export type SignaturePlace = {
  page: number
  rectangle: Rectangle
  picture: { lines: string[] } | { image: Uint8Array } | { appearance: Uint8Array }
}

export type AddSignatureOptions = Omit<SignOptions, 'field'> & {
  /** Name of the new field; an unused one by default. */
  field?: string
  /** Without a place, the signature is invisible. */
  place?: SignaturePlace
  font?: Uint8Array
  limits?: Limits
}

const FLAGS = 4 | 128
const PICTURE_SIZE = 24

/**
 * Signs in a new field, as one incremental update. `plan-signatures.ts` says which places readers accept.
 *
 * @throws UnusablePdf `certified-invisible-only` for a visible signature in a certified file; the codes of `inspect`
 * @throws SigningError `page-out-of-range`, `rectangle-out-of-range`, `missing-characters`, `unreadable-image` and those of
 *   `sign`
 */
export async function addSignature(
  file: Uint8Array,
  options: AddSignatureOptions,
): Promise<Uint8Array> {
  const pdf = await openSigned(file, options.limits)
  if (options.place && signingWay(pdf, file) === 'append-invisible')
    throw new UnusablePdf('certified-invisible-only')
  const name = newName(pdf, options.field)
  const field = options.place
    ? addVisibleField(pdf, name, options.place, options.font)
    : addInvisibleField(pdf, name)
  return signOpened(pdf, field, options)
}

/**
 * Adds a document time-stamp in a new, invisible field.
 *
 * @param options `field`: its name; an unused one by default
 * @throws UnusablePdf the codes of `inspect`
 */
export async function addDocumentTimeStamp(
  file: Uint8Array,
  timeStamp: TimeStamper,
  options: Pick<AddSignatureOptions, 'field' | 'limits'> = {},
): Promise<Uint8Array> {
  const pdf = await openSigned(file, options.limits)
  return timeStampOpened(pdf, addInvisibleField(pdf, newName(pdf, options.field)), timeStamp)
}

async function openSigned(file: Uint8Array, limits?: Limits): Promise<PDF> {
  const pdf = await openUpload(file, limits)
  signingWay(pdf, file)
  requireAppendable(pdf, file)
  return pdf
}

/** @throws SigningError `unknown-field` if the name is that of a field that exists */
function newName(pdf: PDF, wanted: string | undefined): string {
  const [unused = ''] = wanted === undefined ? unusedNames(pdf, 1) : [wanted]
  if (findField(pdf, unused)) throw new SigningError('unknown-field', [unused])
  return unused
}

function addInvisibleField(pdf: PDF, fieldName: string): PdfDict {
  const page = pagesOf(pdf)[0] as Page
  return addField(pdf, fieldName, page, { x: 0, y: 0, width: 0, height: 0 }).field
}

function addVisibleField(
  pdf: PDF,
  fieldName: string,
  { page: index, rectangle, picture }: SignaturePlace,
  fontData: Uint8Array | undefined,
): PdfDict {
  const page = pagesOf(pdf)[index]
  if (!page) throw new SigningError('page-out-of-range', [String(index)])
  if (!(rectangle.width > 0 && rectangle.height > 0))
    throw new SigningError('rectangle-out-of-range', [String(index)])
  const { field, ref } = addField(pdf, fieldName, page, rectangle)
  const box = boxFor(rectangle, page.rotation)
  if ('image' in picture) setAppearance(field, imageAppearance(pdf, box, picture.image))
  else if ('appearance' in picture) setAppearance(field, formStream(pdf, box, picture.appearance))
  else {
    const font: EmbeddedFont = pdf.embedFont(fontData ?? defaultFont())
    requireDrawable(font, picture.lines)
    setAppearance(field, textAppearance(pdf, font, box, picture.lines, PICTURE_SIZE))
  }
  addAnnotations(pdf, page.dict, [ref])
  return field
}

function addField(pdf: PDF, fieldName: string, page: Page, rectangle: Rectangle) {
  const field = dict({
    Type: name('Annot'),
    Subtype: name('Widget'),
    FT: name('Sig'),
    T: string(fieldName),
    P: page.ref,
    Rect: rectangleArray(rectangle),
    F: number(FLAGS),
  })
  const ref = pdf.register(field)
  const form = formOf(pdf) ?? createForm(pdf)
  const fields = arrayOf(pdf, form, 'Fields')
  if (fields) fields.push(ref)
  else form.set('Fields', array(ref))
  if (numberOf(pdf, form, 'SigFlags') !== 3) form.set('SigFlags', number(3))
  return { field, ref }
}

function createForm(pdf: PDF): PdfDict {
  const form = dict({ Fields: array() })
  pdf.getCatalog().set('AcroForm', pdf.register(form))
  return form
}
