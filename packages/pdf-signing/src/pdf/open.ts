/** Opens and appends to PDF files, with the checks that the parser lacks. */
import { PDF, type SaveOptions } from '@libpdf/core'
import { UnusablePdf } from '../errors.ts'
import { checkDecompression } from './decompression-limit.ts'
import { dictOf, numberOf } from './objects.ts'
import { save } from './save.ts'

export type Limits = { bytes: number; pages: number }

/** Files above these limits take seconds to prepare. */
export const DEFAULT_LIMITS: Limits = { bytes: 100 * 2 ** 20, pages: 2000 }

/**
 * Opens a file of unknown origin.
 *
 * @throws UnusablePdf `too-large`, `encrypted`, `unreadable`, `cannot-append`, `no-pages` or `too-many-pages`
 */
export async function openUpload(bytes: Uint8Array, limits = DEFAULT_LIMITS): Promise<PDF> {
  if (bytes.length > limits.bytes) throw new UnusablePdf('too-large')
  if (mentionsEncryption(bytes)) throw new UnusablePdf('encrypted')
  checkDecompression(bytes)
  const pdf = await open(bytes)
  if (pdf.isEncrypted) throw new UnusablePdf('encrypted')
  const pages = pdf.getPageCount()
  if (pages === 0) throw new UnusablePdf('no-pages')
  // Otherwise, viewers and this package could disagree on which pages exist.
  if (declaredPages(pdf) !== pages) throw new UnusablePdf('unreadable')
  if (pages > limits.pages) throw new UnusablePdf('too-many-pages')
  return pdf
}

/**
 * Opens a file.
 *
 * Damaged files are refused. The parser could repair many of them, but then it also repeats the same position forever for
 * some, such as one with a brace in a dictionary, and it does not find the signatures of files that it repaired.
 *
 * @throws UnusablePdf `unreadable`; `cannot-append` for a signed file, which can be valid, but in a format that the parser
 *   does not support, such as a cross-reference stream with fields of 8 bytes
 */
export async function open(bytes: Uint8Array): Promise<PDF> {
  try {
    return await PDF.load(bytes, { lenient: false })
  } catch (error) {
    const code = bufferOf(bytes).includes('/ByteRange') ? 'cannot-append' : 'unreadable'
    throw new UnusablePdf(code, { cause: error })
  }
}

/**
 * The file with the changes as an incremental update (ISO 32000-2, 7.5.6). The existing bytes are kept.
 *
 * @throws UnusablePdf `cannot-append`
 */
export async function append(pdf: PDF, options: SaveOptions = {}): Promise<Uint8Array> {
  // Without this check, `save` would rewrite the file and break its signatures.
  if (pdf.canSaveIncrementally() !== null) throw new UnusablePdf('cannot-append')
  return save(pdf, { ...options, incremental: true })
}

function declaredPages(pdf: PDF): number | undefined {
  return numberOf(pdf, dictOf(pdf, pdf.getCatalog(), 'Pages'), 'Count')
}

/**
 * The parser takes some encrypted files for unencrypted ones, and would produce unreadable output. Every encrypted file has
 * `/Encrypt` in clear text: a trailer or the dictionary of a cross-reference stream is never compressed.
 */
function mentionsEncryption(bytes: Uint8Array): boolean {
  const buffer = bufferOf(bytes)
  for (let at = buffer.indexOf('/Encrypt'); at >= 0; at = buffer.indexOf('/Encrypt', at + 8))
    if (/^[\s<\d]/.test(buffer.toString('latin1', at + 8, at + 9))) return true
  return false
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
