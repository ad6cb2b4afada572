/** Code points of the bytes 0x80–0x9F in WinAnsiEncoding (PDF 32000-1, annex D.2); 0 marks an unused byte. */
const UPPER_CODE_POINTS = [
  0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152,
  0, 0x017d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161,
  0x203a, 0x0153, 0, 0x017e, 0x0178,
]

/** Encodes the text as WinAnsi, which every PDF reader can display; null if WinAnsi lacks one of the characters. */
export function toWinAnsi(text: string): Uint8Array | null {
  const bytes: number[] = []
  for (const letter of text) {
    const byte = encodeCharacter(letter.codePointAt(0) ?? 0)
    if (byte === null) return null
    bytes.push(byte)
  }
  return Uint8Array.from(bytes)
}

function encodeCharacter(codePoint: number): number | null {
  const isPlain =
    (codePoint >= 0x20 && codePoint < 0x7f) || (codePoint >= 0xa0 && codePoint <= 0xff)
  if (isPlain) return codePoint
  const index = codePoint === 0 ? -1 : UPPER_CODE_POINTS.indexOf(codePoint)
  return index === -1 ? null : 0x80 + index
}

/** Widths of Times-Roman for 0x20–0x7E in thousandths of the size (Adobe's font metrics). */
const TIMES_WIDTHS =
  '250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564 564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722 611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722 500 500 444 480 200 480 541'
    .split(' ')
    .map(Number)

/** The approximate width of letters that are not in the table, such as accented ones. */
const DEFAULT_WIDTH = 500

/** Width of a string in Times-Roman, in thousandths of the font size. */
export function timesWidth(text: string): number {
  let width = 0
  for (const letter of text) {
    width += TIMES_WIDTHS[(letter.codePointAt(0) ?? 0) - 0x20] ?? DEFAULT_WIDTH
  }
  return width
}
