import type { Envelope } from '@inkproof/signing/envelope'
import { t } from '@inkproof/texts/text'
import { openPdf } from '../pdf/open-pdf.ts'
import type { PdfDocument } from '../pdf/pdf-document.ts'
import { checkBytes } from './check-prepared.ts'

/**
 * Opens exactly the bytes that were checked to be the prepared document. The caller closes it.
 *
 * @throws PreparedDiffers, or Error with a sentence for the user
 */
export async function openPrepared(blob: Blob, envelope: Envelope): Promise<PdfDocument> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  await checkBytes(bytes, envelope)
  try {
    return await openPdf(bytes)
  } catch (error) {
    throw new Error(
      t('The prepared document could not be shown in this browser. Try again, or use another one.'),
      { cause: error },
    )
  }
}
