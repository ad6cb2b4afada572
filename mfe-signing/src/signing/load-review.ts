import { downloadPrepared } from '@inkproof/protocol/calls/envelopes'
import type { SigningBasis } from '@inkproof/protocol/envelopes'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { openPdf } from '../pdf/open-pdf.ts'
import type { PdfDocument } from '../pdf/pdf-document.ts'
import {
  type CheckedEnvelope,
  checkBytes,
  checkEnvelope,
  checkFields,
  type Expected,
} from './check-prepared.ts'
import { type FinalValue, makeFinalValues } from './final-values.ts'

/** What the signer reviews: the checked document, opened, and what will be drawn into its fields. */
export type Review = CheckedEnvelope & { pdf: PdfDocument; values: FinalValue[] }

/**
 * Downloads the prepared document, checks it, and opens exactly the checked bytes.
 *
 * @throws PreparedDiffers, RequestError, or Error with a sentence for the user
 */
export async function loadReview(
  id: string,
  basis: SigningBasis,
  expected: Expected,
  signal: AbortSignal,
): Promise<Review> {
  const checked = checkEnvelope(id, basis, expected)
  const blob = await call(downloadPrepared, { params: { id } }, { signal })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  await checkBytes(bytes, checked.envelope)
  const pdf = await open(bytes)
  try {
    signal.throwIfAborted()
    const boxes = pdf.pages.map(({ box }) => box)
    checkFields(checked.envelope, expected.entered, boxes)
    const values = await makeFinalValues(checked, expected.entered, pdf.pages, new Date())
    signal.throwIfAborted()
    return { ...checked, pdf, values }
  } catch (error) {
    pdf.close()
    throw error
  }
}

async function open(bytes: Uint8Array): Promise<PdfDocument> {
  try {
    return await openPdf(bytes)
  } catch (error) {
    throw new Error(
      t('The prepared document could not be shown in this browser. Try again, or use another one.'),
      { cause: error },
    )
  }
}
