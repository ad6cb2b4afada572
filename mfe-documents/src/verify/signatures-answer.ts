import { type FormattedSignatures, formatSignatures } from '@inkproof/pdf-signatures/wording'
import { pageTexts } from '@inkproof/texts/text'
import type { Row } from './verify-entries.ts'

/** The answer about the digital signatures of a row's file; null if it has none or they were not checked. */
export function signaturesAnswer({ file }: Pick<Row, 'file'>): FormattedSignatures | null {
  const check = file?.signatures
  return check?.step === 'checked' ? formatSignatures(check.report, pageTexts) : null
}
