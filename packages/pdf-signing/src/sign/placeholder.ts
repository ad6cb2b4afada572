/** Reserves space for a signature in a revision and writes it afterwards (ISO 32000-2, 12.8.1). */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { type PdfDict, PdfNumber, PdfString } from '@libpdf/core'
import { SigningError } from '../errors.ts'
import { array } from '../pdf/objects.ts'

/** What marks the reserved places. Random, so that nothing else in the file can look like them. */
export type Placeholder = { gap: number; contents: string }

/** Adds `ByteRange` and `Contents` for a signature of up to `size` bytes to its dictionary. */
export function reserve(signature: PdfDict, size: number): Placeholder {
  // Ten digits: enough for every offset in a file of up to 10 GB.
  const gap = 9_000_000_000 + randomInt(999_999_999)
  const mark = randomBytes(16).toString('hex').toUpperCase()
  const contents = mark.padEnd(size * 2, '0')
  const positions = [0, gap, gap, gap].map((value) => PdfNumber.of(value))
  signature.set('ByteRange', array(...positions))
  signature.set('Contents', PdfString.fromHex(contents))
  return { gap, contents }
}

/**
 * Writes the byte range, and the signature that `create` makes of the SHA-256 of all other bytes.
 *
 * @throws SigningError `signature-too-large`
 */
export async function writeSignature(
  saved: Uint8Array,
  { gap, contents }: Placeholder,
  create: (digest: Buffer) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const bytes = Buffer.from(saved.buffer, saved.byteOffset, saved.length)
  const open = indexOf(bytes, `<${contents}>`)
  const close = open + contents.length + 2
  const ranges = [0, gap, gap, gap].join(' ')
  const range = [0, open, close, bytes.length - close].join(' ').padEnd(ranges.length)
  bytes.write(range, indexOf(bytes, ranges), 'latin1')
  const digest = createHash('sha256').update(bytes.subarray(0, open)).update(bytes.subarray(close))
  const signature = Buffer.from(await create(digest.digest())).toString('hex')
  if (signature.length > contents.length) throw new SigningError('signature-too-large')
  bytes.write(signature.padEnd(contents.length, '0'), open + 1, 'latin1')
  return saved
}

function indexOf(bytes: Buffer, text: string): number {
  const at = bytes.lastIndexOf(text, undefined, 'latin1')
  if (at < 0) throw new Error('The reserved place was not found in the saved revision')
  return at
}
