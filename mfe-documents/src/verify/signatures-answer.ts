import { type FormattedAnswer, formatSignedPdf } from '@inkproof/pdf-signatures/evidence/wording'
import { pageTexts } from '@inkproof/texts/text'
import type { Row } from './verify-entries.ts'

/** The answer about the digital signatures of a row's file; null if it has none or they were not checked. */
export function signaturesAnswer({ file }: Pick<Row, 'file'>): FormattedAnswer | null {
  const check = file?.signatures
  return check?.step === 'checked'
    ? formatSignedPdf(check.report, check.request, pageTexts, 'local')
    : null
}
