import { downloadPrepared } from '@inkproof/protocol/calls/envelopes'
import type { Envelope, SigningBasis } from '@inkproof/protocol/envelopes'
import { call } from '@inkproof/slice-parts/call'
import { prepareToOpenPdf } from '../pdf/open-pdf.ts'
import type { PdfPageSize } from '../pdf/page-geometry.ts'
import type { PdfDocument } from '../pdf/pdf-document.ts'
import {
  type CheckedEnvelope,
  checkEnvelope,
  checkFields,
  type Expected,
} from './check-prepared.ts'
import { readEarlier } from './earlier-values.ts'
import { type FinalValue, makeFinalValues } from './final-values.ts'
import { openPrepared } from './open-prepared.ts'
import type { EnteredEnvelope } from './signing-db.ts'

/** What the signer reviews: the checked document, opened, and what is drawn into its fields. */
export type Review = CheckedEnvelope & {
  pdf: PdfDocument
  values: FinalValue[]
  /** What others entered before. */
  earlier: FinalValue[]
}

/**
 * Downloads the prepared document, checks it, and opens exactly the checked bytes.
 *
 * @throws PreparedDiffers, RequestError, or Error with a sentence for the user
 */
export async function loadReview(
  { id, recipients }: Pick<Envelope, 'id' | 'recipients'>,
  basis: SigningBasis,
  expected: Expected,
  signal: AbortSignal,
): Promise<Review> {
  const checked = checkEnvelope(id, basis, expected)
  prepareToOpenPdf()
  const blob = await call(downloadPrepared, { params: { id } }, { signal })
  const pdf = await openPrepared(blob, checked.envelope)
  try {
    signal.throwIfAborted()
    const boxes = pdf.pages.map(({ box }) => box)
    checkFields(checked.envelope, expected.entered, boxes)
    const earlier = readEarlier(checked, pdf.pages, basis.earlier, recipients)
    const values = await makeOwnValues(checked, expected.entered, pdf.pages, new Date())
    signal.throwIfAborted()
    return { ...checked, pdf, values, earlier }
  } catch (error) {
    pdf.close()
    throw error
  }
}

/** Renders what the signer entered into their own fields; the fields of others are not drawn. */
export function makeOwnValues(
  { encoded, envelope, recipient }: CheckedEnvelope,
  { fields }: EnteredEnvelope,
  pages: readonly PdfPageSize[],
  now: Date,
): Promise<FinalValue[]> {
  const isOwn = (_field: unknown, index: number) =>
    envelope.fields[index]?.recipient === recipient.id
  const own = { ...envelope, fields: envelope.fields.filter(isOwn) }
  return makeFinalValues(
    { encoded, envelope: own, recipient },
    { fields: fields.filter(isOwn) },
    pages,
    now,
  )
}
