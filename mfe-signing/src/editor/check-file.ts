import { MAX_DOCUMENT_BYTES } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import { isOfficeFile } from '../office-files/office-type.ts'
import { pictureTypeOf } from '../pictures/picture-type.ts'

/** What a file can become a document as, or `problem`: why it cannot, as one sentence. */
export type CheckedFile =
  | { kind: 'pdf' | 'picture' | 'office' }
  | { kind: 'unusable'; problem: string }

/** Checks only the size of a file and how it begins. */
export async function checkFile(file: File): Promise<CheckedFile> {
  const { name } = file
  if (file.size === 0) return unusable(t('“{name}” is empty. Choose another file.', { name }))
  if (file.size > MAX_DOCUMENT_BYTES)
    return unusable(t('“{name}” is larger than 50 MB. Choose a smaller file.', { name }))
  const bytes = new Uint8Array(await file.slice(0, 1024).arrayBuffer())
  if (pictureTypeOf(bytes) !== null) return { kind: 'picture' }
  const start = new TextDecoder('latin1').decode(bytes)
  // Readers accept other bytes before the header.
  if (start.includes('%PDF-')) return { kind: 'pdf' }
  if (await isOfficeFile(file, start)) return { kind: 'office' }
  return unusable(explain(name, start))
}

/** Says how a file of another type can become a PDF. */
function explain(name: string, start: string): string {
  if (start.startsWith('PK\x03\x04') && OFFICE_NAME.test(name)) {
    return t(
      '“{name}” is not a PDF. Open it in the app you created it with, and export it as PDF. Then choose the PDF.',
      { name },
    )
  }
  if (/<svg[\s>]/i.test(start))
    return t('“{name}” is a drawing (SVG). Save it as PDF or PNG, then choose that file.', { name })
  return t(
    '“{name}” is neither a PDF nor a picture that can be read here. Save it as PDF, PNG or JPEG, then choose that file.',
    { name },
  )
}

/** Of programs that store ZIP files which cannot be converted here, and of files that are damaged. */
const OFFICE_NAME =
  /\.(docx?|docm|dotx?|odt|ott|rtf|pages|xlsx?|xlsm|ods|numbers|pptx?|ppsx?|odp|key)$/i

function unusable(problem: string): CheckedFile {
  return { kind: 'unusable', problem }
}
