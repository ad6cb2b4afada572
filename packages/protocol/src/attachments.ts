/** The files that signers attach to signing requests. They are stored beside the document, not in it. */
import { cleanLine } from '@inkproof/texts/unsafe-characters'
import * as z from 'zod/mini'

/** Size of the largest attachment, in bytes: 10 MB. */
export const MAX_ATTACHMENT_BYTES = 10_000_000

/** Maximum number of fields of the type `attachment` in a request, which therefore has at most 100 MB of attachments. */
export const MAX_ATTACHMENTS = 10

/** Of the name of a file, as UTF-8. */
const MAX_NAME_BYTES = 255

/**
 * The kinds of files that can be attached, by their first bytes. Programs show each of them as what it is; text, HTML and
 * Office files are not in the list, because they can be several things at once or contain programs.
 */
export type AttachmentType = 'application/pdf' | 'image/png' | 'image/jpeg' | 'image/webp'

/** Returns the type of a file by its content; null if it cannot be attached. */
export function findAttachmentType(bytes: Uint8Array): AttachmentType | null {
  const start = String.fromCharCode(...bytes.subarray(0, 12))
  if (start.startsWith('%PDF-')) return 'application/pdf'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  return /^RIFF.{4}WEBP$/s.test(start) ? 'image/webp' : null
}

/**
 * Returns the name under which a file is attached: without folders, control and direction characters, with an ending of the
 * kinds that can be attached, and at most 255 bytes long, of which the ending stays. Empty if nothing of it can be seen.
 *
 * Devices choose the program by the ending, and a file that begins as a PDF can also be a page or an archive. `type` is that of the
 * file, whose ending is added if the name has none of them.
 */
export function cleanAttachmentName(
  name: string,
  type: AttachmentType = 'application/pdf',
): string {
  const last = cleanLine(
    name
      .replace(/\p{Surrogate}/gu, '')
      .replace(/^.*[/\\]/s, '')
      .normalize('NFC'),
  )
  if (last === '') return ''
  const [own] = /\.(?:pdf|png|jpe?g|webp)$/i.exec(last) ?? []
  const ending = own ?? ENDINGS[type]
  let stem = last.slice(0, last.length - (own?.length ?? 0)).slice(0, MAX_NAME_BYTES)
  while (sizeOf(stem + ending) > MAX_NAME_BYTES) stem = [...stem].slice(0, -1).join('')
  return cleanLine(stem + ending)
}

const ENDINGS: Record<AttachmentType, string> = {
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
}

/** A name as {@link cleanAttachmentName} returns it. It is already hashed, so other names are refused instead of cleaned. */
export const AttachmentName = z.string().check(
  z.minLength(1),
  z.maxLength(MAX_NAME_BYTES),
  z.refine((name) => cleanAttachmentName(name) === name, {
    error:
      'expected the name of a file without folders and invisible characters, at most 255 bytes long, that ends with .pdf, .png, .jpg, .jpeg or .webp',
  }),
)

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length
}
