/**
 * Plans the signatures that are added to a signed file, which stays as it is. What is checked here is what makes readers accept
 * a new visible field after a signature: it covers nothing that the earlier signers saw in a field, a comment or a link.
 */
import type { PDF, PdfDict } from '@libpdf/core'
import { SigningError, UnusablePdf } from './errors.ts'
import { type PreparedField, planFields, type RequestedField } from './fields.ts'
import { signingWay } from './inspect/permissions.ts'
import { requireAppendable } from './inspect.ts'
import { formFields } from './pdf/form-fields.ts'
import { type Rectangle, rectangleOf, refKey } from './pdf/objects.ts'
import { type Limits, openUpload } from './pdf/open.ts'
import { annotationsOf, type Page, pagesOf } from './pdf/pages.ts'
import { unusedNames } from './pdf/unused-names.ts'

/** The names of the fields to be added: by signer, and those of the final signature and the document time-stamp. */
export type SignatureNames = { signers: string[]; final: string; timeStamp: string }

/** The largest part of its page that a new visible field covers; readers take a larger one for an attempt to hide something. */
const MAX_SHARE = 0.1

/**
 * Names and places the fields of the signers. A signer without a field signs invisibly; in a certified file, all do.
 *
 * @param signers the fields of each signer, in the order of the request: at most one `signature` each
 * @throws UnusablePdf `certified-invisible-only`, and the codes of `inspect`
 * @throws SigningError `signature-only`, `place-taken`, `place-too-large` with the index of the signer; `too-many-signers`,
 *   `page-out-of-range`, `rectangle-out-of-range` as `prepare`
 */
export async function planSignatures(
  file: Uint8Array,
  signers: RequestedField[][],
  limits?: Limits,
): Promise<PreparedField[]> {
  const pdf = await openUpload(file, limits)
  const way = signingWay(pdf, file)
  requireAppendable(pdf, file)
  const pages = pagesOf(pdf)
  const other = signers.findIndex(
    (fields) => fields.length > 1 || fields.some(({ type }) => type !== 'signature'),
  )
  if (other >= 0) throw new SigningError('signature-only', [String(other)])
  const names = unusedNames(pdf, signers.length + SHARED_FIELDS)
  const planned = planFields(signers, pages).map((field) => ({
    ...field,
    name: names[field.signer] ?? '',
    rectangle: insideOf((pages[field.page] as Page).box, field.rectangle),
  }))
  if (planned.length > 0 && way === 'append-invisible')
    throw new UnusablePdf('certified-invisible-only')
  requireFreePlaces(pdf, pages, planned)
  return planned
}

/**
 * The names that {@link planSignatures} gives to the fields of a file, also of those who sign invisibly.
 *
 * @throws UnusablePdf `unreadable`, `cannot-append`
 */
export async function signatureNames(file: Uint8Array, signers: number): Promise<SignatureNames> {
  const names = unusedNames(await openUpload(file), signers + SHARED_FIELDS)
  const [final = '', timeStamp = ''] = names.slice(signers)
  return { signers: names.slice(0, signers), final, timeStamp }
}

/** The final signature and the document time-stamp. */
const SHARED_FIELDS = 2

/** The rectangle to the hundredth of a point, without the part outside of the box, by which it may exceed it. */
function insideOf(box: Rectangle, { x, y, width, height }: Rectangle): Rectangle {
  const left = Math.ceil(Math.max(x, box.x) * 100) / 100
  const bottom = Math.ceil(Math.max(y, box.y) * 100) / 100
  const right = Math.floor(Math.min(x + width, box.x + box.width) * 100) / 100
  const top = Math.floor(Math.min(y + height, box.y + box.height) * 100) / 100
  const round = (length: number) => Math.round(length * 100) / 100
  return { x: left, y: bottom, width: round(right - left), height: round(top - bottom) }
}

/** @throws SigningError `place-taken`, `place-too-large` */
function requireFreePlaces(pdf: PDF, pages: readonly Page[], planned: readonly PreparedField[]) {
  const taken = new Map(
    planned.map(({ page }) => [page, takenPlaces(pdf, pages[page] as Page)] as const),
  )
  for (const { page, rectangle, signer } of planned) {
    const { box } = pages[page] as Page
    const places = taken.get(page) ?? []
    if (rectangle.width * rectangle.height > box.width * box.height * MAX_SHARE)
      throw new SigningError('place-too-large', [String(signer)])
    if (places.some((other) => overlaps(other, rectangle)))
      throw new SigningError('place-taken', [String(signer)])
    places.push(rectangle)
  }
}

/** Where the annotations of a page are, and the fields that only name it. */
function takenPlaces(pdf: PDF, { dict, ref }: Page): Rectangle[] {
  const annotations = annotationsOf(pdf, dict).map((item) => item.dict)
  const widgets = formFields(pdf)
    .flatMap((field) => field.widgets.map((widget) => widget.dict))
    .filter((widget) => isOnPage(widget, ref))
  return [...new Set([...annotations, ...widgets])].flatMap(
    (item) => rectangleOf(pdf, item, 'Rect') ?? [],
  )
}

function isOnPage(widget: PdfDict, page: Page['ref']): boolean {
  const named = widget.getRef('P')
  return named !== undefined && refKey(named) === refKey(page)
}

function overlaps(a: Rectangle, b: Rectangle): boolean {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0
}
