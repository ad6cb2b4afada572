import { MAX_DOCUMENT_BYTES } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'

/** Returns why a file cannot be signed, as one sentence, or null. Checks only its size and how it begins. */
export async function checkFile(file: File): Promise<string | null> {
  if (file.size === 0) return t('“{name}” is empty. Choose another file.', { name: file.name })
  if (file.size > MAX_DOCUMENT_BYTES) {
    return t('“{name}” is larger than 50 MB. Choose a smaller file.', { name: file.name })
  }
  // Readers accept other bytes before the header.
  const start = new TextDecoder('latin1').decode(await file.slice(0, 1024).arrayBuffer())
  return start.includes('%PDF-')
    ? null
    : t('“{name}” is not a PDF. Save or export your document as a PDF first.', { name: file.name })
}
