import { isType, type PdfValue } from './values.ts'

/**
 * The text of a text string (ISO 32000-2, 7.9.2.2): UTF-16BE or UTF-8 if it begins with a byte order mark, otherwise
 * PDFDocEncoding; null for any other value.
 */
export function textOf(value: PdfValue): string | null {
  if (!isType(value, 'string')) return null
  const [first, second, third] = value.bytes
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(value.bytes)
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return new TextDecoder().decode(value.bytes)
  }
  return pdfDocText(value.bytes)
}

/**
 * Decodes PDFDocEncoding (ISO 32000-2, annex D.3, table D.2). It differs from ISO 8859-1 in 0x18 to 0x1F and 0x80 to 0xA0. A
 * code that the table leaves undefined is the character of the same number, as in pdf.js.
 */
function pdfDocText(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += characterOf(byte)
  return text
}

function characterOf(byte: number): string {
  if (byte >= 0x18 && byte < 0x20) return ACCENTS[byte - 0x18] ?? ''
  if (byte === 0xa0) return '€'
  return (byte >= 0x80 && SYMBOLS[byte - 0x80]) || String.fromCharCode(byte)
}

/** 0x18 to 0x1F: breve, caron, circumflex, dot above, double acute, ogonek, ring above, small tilde. */
const ACCENTS = '\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc'

/** 0x80 to 0x9E. U+2044 is the fraction slash, U+2212 the minus sign, U+FB01 and U+FB02 the ligatures fi and fl. */
const SYMBOLS = '•†‡…—–ƒ\u2044‹›\u2212‰„“”‘’‚™\ufb01\ufb02ŁŒŠŸŽıłœšž'
