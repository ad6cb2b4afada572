import { latin1 } from './characters.ts'
import { isType, type PdfValue } from './values.ts'

/** The text of a string in PDFDocEncoding or UTF-16 or UTF-8 (7.9.2.2); null for any other value. */
export function textOf(value: PdfValue): string | null {
  if (!isType(value, 'string')) return null
  const [first, second, third] = value.bytes
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(value.bytes)
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return new TextDecoder().decode(value.bytes)
  }
  return latin1(value.bytes)
}
