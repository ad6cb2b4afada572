/**
 * The characters that must not appear in a name, a title or another text that people read: they are invisible, break
 * the line or reorder it, so that a text could look like another one. Used for input (packages/protocol) and for
 * display (packages/proof).
 */

/** Scripts whose spelling needs the zero-width joiner and non-joiner (U+200D, U+200C) between letters. */
const JOINING = [
  String.raw`\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Nkoo}\p{sc=Mand}\p{sc=Adlm}\p{sc=Deva}`,
  String.raw`\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}`,
  String.raw`\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}`,
].join('')

const EMOJI = String.raw`\p{ExtPict}(?:[\uFE0E\uFE0F]|\p{EMod})*`

/** Sequences in which characters that are otherwise unsafe belong to the spelling. */
const SAFE_SEQUENCES = [
  // The flags of England, Scotland and Wales, as tags that follow a black flag.
  String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
  String.raw`${EMOJI}(?:\u200D${EMOJI})*`,
  String.raw`[#*\d]\uFE0F?\u20E3`,
  String.raw`[${JOINING}][${JOINING}\p{M}]*(?:[\u200C\u200D][${JOINING}][${JOINING}\p{M}]*)+`,
  // Letters at the end of a word in an older spelling of Devanagari, Bengali, Malayalam and Sinhala.
  String.raw`[\u094D\u09CD\u0D4D\u0DCA]\u200D`,
  // Variants of Han, Mongolian and Myanmar characters.
  String.raw`\p{Ideo}[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
  String.raw`\p{sc=Mong}[\u180B-\u180D\u180F]`,
  String.raw`\p{sc=Mymr}\uFE00`,
].join('|')

/**
 * Control characters, unpaired surrogates, line and paragraph separators, everything that Unicode calls ignorable or a
 * direction control, interlinear annotations, and the Braille pattern without dots, which is blank.
 */
const UNSAFE = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{DI}\p{Bidi_C}\uFFF9-\uFFFB\u2800]`

const PATTERN = new RegExp(`(${SAFE_SEQUENCES})|${UNSAFE}`, 'gu')

/** Replaces each unsafe character. Joiners, variation selectors and tags stay where a script or an emoji needs them. */
export function replaceUnsafe(text: string, replacement: string): string {
  // Compiling the pattern takes several milliseconds, which most texts do not need.
  if (/^[ -~]*$/.test(text)) return text
  return text.replace(PATTERN, (_match, safe?: string) => safe ?? replacement)
}

/** Returns the text in Unicode normalization form C, trimmed, with one space instead of each run of spaces. */
export function normalizeLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
}

/** Returns a stored text as one normalized line in which U+FFFD stands for each unsafe character. */
export function makeVisible(text: string): string {
  return normalizeLine(replaceUnsafe(text, '\uFFFD'))
}

/**
 * Returns a text that a person typed or a file is named as one normalized line: line breaks and tabs become spaces,
 * and unsafe characters are removed. Empty if nothing remains.
 */
export function cleanLine(text: string): string {
  return normalizeLine(replaceUnsafe(text.replace(/[\t-\r\u0085\p{Zl}\p{Zp}]+/gu, ' '), ''))
}

/** Returns a text of several lines: each as in {@link cleanLine}, with at most one empty line in a row. */
export function cleanLines(text: string): string {
  const lines = text.split(/\r\n|[\n\v\f\r\u0085\p{Zl}\p{Zp}]/u).map(cleanLine)
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
