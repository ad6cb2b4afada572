import { toHex } from '@inkproof/proof/bytes'
import {
  cleanAttachmentName,
  findAttachmentType,
  MAX_ATTACHMENT_BYTES,
} from '@inkproof/protocol/attachments'
import { t } from '@inkproof/texts/text'
import { cleanLine } from '@inkproof/texts/unsafe-characters'

/** A file that the person attaches to a field. It stays in this browser until they sign. */
export type ChosenFile = {
  file: Blob
  fileName: string
  /** In bytes. */
  size: number
  /** SHA-256 of the file, lower-case hex. */
  fingerprint: string
}

/** As the `accept` attribute of a file input. */
export const ACCEPTED_FILES = '.pdf,.png,.jpg,.jpeg,.webp'

/** Checks a file as the service does. @throws Error with a sentence for the user */
export async function readChosenFile(file: File): Promise<ChosenFile> {
  const name = cleanLine(file.name) || t('Unnamed file')
  if (file.size > MAX_ATTACHMENT_BYTES)
    throw new Error(t('“{name}” is larger than 10 MB. Choose a smaller file.', { name }))
  const bytes = await file.arrayBuffer().catch(() => null)
  if (bytes === null) throw new Error(t('“{name}” could not be read. Choose it again.', { name }))
  const type = findAttachmentType(new Uint8Array(bytes))
  if (type === null)
    throw new Error(
      t(
        '“{name}” cannot be attached. Choose a PDF document, or a picture of the type PNG, JPEG or WebP.',
        { name },
      ),
    )
  const fingerprint = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
  // A copy, because the file on the device can be changed or deleted before the person signs.
  const copy = new Blob([bytes], { type: 'application/octet-stream' })
  const fileName =
    cleanAttachmentName(file.name, type) || cleanAttachmentName(t('Unnamed file'), type)
  return { file: copy, fileName, size: file.size, fingerprint }
}
