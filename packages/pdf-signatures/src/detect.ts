/** Finds the dictionary keys of signatures and of attached files in a PDF, without a parser. */

const HEADER = '%PDF-'
/** Readers accept other bytes before the header, up to this position (ISO 32000-2 annex I, implementation notes). */
const HEADER_LIMIT = 1024
/** Every signature dictionary has this key, and cannot be compressed or encrypted (ISO 32000-2 7.5.7 and 12.8.1). */
const KEY = '/ByteRange'
const KEY_BYTES = new TextEncoder().encode(KEY)
/** Begins the type of a stream with an attached file, and the key of the list of these (7.11.4). */
const ATTACHMENT_KEY = '/EmbeddedFile'

/** What a PDF file may contain. With signatures, attached files are not searched for. */
export type DetectedContent = 'signatures' | 'attachments' | 'neither'

/**
 * Reads a PDF file until the key of a signature, at most once to its end. Whether there is a signature at that place, or an
 * attached file, is up to the check.
 *
 * @throws DOMException if the file cannot be read
 */
export async function detectContent(file: Blob): Promise<DetectedContent> {
  const decoder = new TextDecoder('latin1')
  let end = ''
  let found: DetectedContent = 'neither'
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return found
    const text = end + decoder.decode(value)
    if (text.includes(KEY)) {
      void reader.cancel()
      return 'signatures'
    }
    if (text.includes(ATTACHMENT_KEY)) found = 'attachments'
    end = text.slice(1 - ATTACHMENT_KEY.length)
  }
}

/** Whether a PDF file may have signatures. @throws DOMException if the file cannot be read */
export async function mayHaveSignatures(file: Blob): Promise<boolean> {
  return (await detectContent(file)) === 'signatures'
}

/** Whether the file has the header of a PDF. @throws DOMException if the file cannot be read */
export async function isPdf(file: Blob): Promise<boolean> {
  const beginning = await file.slice(0, HEADER_LIMIT + HEADER.length).arrayBuffer()
  return new TextDecoder('latin1').decode(beginning).includes(HEADER)
}

/** The position of each `/ByteRange` in the bytes, at most `limit` of them. */
export function findByteRanges(bytes: Uint8Array, limit: number): number[] {
  const positions: number[] = []
  let position = findBytes(bytes, KEY_BYTES, 0)
  while (position >= 0 && positions.length < limit) {
    positions.push(position)
    position = findBytes(bytes, KEY_BYTES, position + KEY_BYTES.length)
  }
  return positions
}

function findBytes(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const first = wanted[0] ?? 0
  let position = bytes.indexOf(first, from)
  while (position >= 0) {
    if (wanted.every((byte, index) => bytes[position + index] === byte)) return position
    position = bytes.indexOf(first, position + 1)
  }
  return -1
}
