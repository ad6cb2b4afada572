/** Saves PDF files. Runs in browsers too. */
import { type PDF, PdfString, type SaveOptions } from '@libpdf/core'

const CARRIAGE_RETURN = 0x0d

const writeString = PdfString.prototype.toBytes

/**
 * The library writes a carriage return in a literal string as it is, and readers take it as a line feed (ISO 32000-2, 7.3.4.2):
 * the colors of a palette, or the letters of a text in UTF-16, would be others. In a hexadecimal string, every byte is itself.
 */
PdfString.prototype.toBytes = function toBytes(writer) {
  const isChanged = this.format === 'literal' && this.bytes.includes(CARRIAGE_RETURN)
  writeString.call(isChanged ? PdfString.fromBytes(this.bytes) : this, writer)
}

/** Returns the bytes of a file. Nothing else may save one. */
export function save(pdf: PDF, options: SaveOptions = {}): Promise<Uint8Array> {
  return pdf.save(options)
}
