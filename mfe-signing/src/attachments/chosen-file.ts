import { toHex } from '@inkproof/proof/bytes'
import {
  cleanAttachmentName,
  findAttachmentType,
  MAX_ATTACHMENT_BYTES,
} from '@inkproof/protocol/attachments'
import { t } from '@inkproof/texts/text'

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
  if (file.size > MAX_ATTACHMENT_BYTES)
    throw new Error(t('This file is larger than 10 MB. Choose a smaller one.'))
  const bytes = await file.arrayBuffer().catch(() => null)
  if (bytes === null) throw new Error(t('This file could not be read. Choose it again.'))
  const type = findAttachmentType(new Uint8Array(bytes))
  if (type === null)
    throw new Error(
      t('Only PDF documents and PNG, JPEG or WebP pictures can be attached. Choose another file.'),
    )
  const fingerprint = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
  // A copy, because the file on the device can be changed or deleted before the person signs.
  const copy = new Blob([bytes], { type: 'application/octet-stream' })
  const fileName =
    cleanAttachmentName(file.name, type) || cleanAttachmentName(t('Unnamed file'), type)
  return { file: copy, fileName, size: file.size, fingerprint }
}
