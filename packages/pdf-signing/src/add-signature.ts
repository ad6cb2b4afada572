/** Adds signatures to a file that was signed elsewhere. Nothing of it is changed, and nothing is embedded but the signatures. */
import type { EmbeddedFont, PDF, PdfDict } from '@libpdf/core'
import { SigningError, UnusablePdf } from './errors.ts'
import { imageAppearance } from './fill/image-appearance.ts'
import { textAppearance } from './fill/text-appearance.ts'
import { signingWay } from './inspect/permissions.ts'
import { requireAppendable } from './inspect.ts'
import { boxFor, setAppearance } from './pdf/appearance.ts'
import { defaultFont, requireDrawable } from './pdf/font.ts'
import { formFields } from './pdf/form-fields.ts'
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
import { formOf, type Limits, openUpload } from './pdf/open.ts'
import { addAnnotations, type Page, pagesOf } from './pdf/pages.ts'
import { type SignOptions, signOpened, type TimeStamper, timeStampOpened } from './sign.ts'

/** Where a visible signature is shown: `page` is 0-based, the rectangle in points of its user space before rotation. */
export type SignaturePlace = {
  page: number
  rectangle: Rectangle
  picture: { lines: string[] } | { image: Uint8Array }
}

export type AddSignatureOptions = Omit<SignOptions, 'field'> & {
  /** Without a place, the signature is invisible. */
  place?: SignaturePlace
  font?: Uint8Array
  limits?: Limits
}

const FLAGS = 4 | 128
const PICTURE_SIZE = 24
const NAME = 'inkproof'

/**
 * Signs in a new field, as one incremental update.
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
  const field = options.place
    ? addVisibleField(pdf, options.place, options.font ?? defaultFont())
    : addInvisibleField(pdf)
  return signOpened(pdf, field, options)
}

/**
 * Adds a document time-stamp in a new, invisible field.
 *
 * @throws UnusablePdf the codes of `inspect`
 */
export async function addDocumentTimeStamp(
  file: Uint8Array,
  timeStamp: TimeStamper,
  limits?: Limits,
): Promise<Uint8Array> {
  const pdf = await openSigned(file, limits)
  return timeStampOpened(pdf, addInvisibleField(pdf), timeStamp)
}

async function openSigned(file: Uint8Array, limits?: Limits): Promise<PDF> {
  const pdf = await openUpload(file, limits)
  signingWay(pdf, file)
  requireAppendable(pdf, file)
  return pdf
}

function addInvisibleField(pdf: PDF): PdfDict {
  const page = pagesOf(pdf)[0] as Page
  return addField(pdf, page, { x: 0, y: 0, width: 0, height: 0 }).field
}

function addVisibleField(
  pdf: PDF,
  { page: index, rectangle, picture }: SignaturePlace,
  fontData: Uint8Array,
): PdfDict {
  const page = pagesOf(pdf)[index]
  if (!page) throw new SigningError('page-out-of-range', [String(index)])
  if (!(rectangle.width > 0 && rectangle.height > 0))
    throw new SigningError('rectangle-out-of-range', [String(index)])
  const { field, ref } = addField(pdf, page, rectangle)
  const box = boxFor(rectangle, page.rotation)
  if ('image' in picture) setAppearance(field, imageAppearance(pdf, box, picture.image))
  else {
    const font: EmbeddedFont = pdf.embedFont(fontData)
    requireDrawable(font, picture.lines)
    setAppearance(field, textAppearance(pdf, font, box, picture.lines, PICTURE_SIZE))
  }
  addAnnotations(pdf, page.dict, [ref])
  return field
}

function addField(pdf: PDF, page: Page, rectangle: Rectangle) {
  const field = dict({
    Type: name('Annot'),
    Subtype: name('Widget'),
    FT: name('Sig'),
    T: string(unusedName(pdf)),
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

/**
 * A name that neither begins with the name of another field nor is the beginning of one.
 *
 * @throws UnusablePdf `cannot-append` if the file has fields named by every single letter
 */
function unusedName(pdf: PDF): string {
  const names = formFields(pdf).flatMap((field) => field.name || [])
  const prefixes = ['', ...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `${letter}${NAME}`)
  // Existing names of the form `inkproof-0001` use up a number each.
  for (const prefix of prefixes)
    for (let index = 1; index <= names.length + 1; index++) {
      const candidate = `${prefix}-${String(index).padStart(4, '0')}`
      if (!names.some((other) => other.startsWith(candidate) || candidate.startsWith(other)))
        return candidate
    }
  throw new UnusablePdf('cannot-append')
}
