/** The fonts of ISO 32000-1, 9.6.2.2: each reader has them, or others of the same widths. */
const STANDARD =
  /^(Courier|Helvetica|Times|Symbol|ZapfDingbats)(-(Roman|Bold|Italic|Oblique|BoldItalic|BoldOblique))?$/

/**
 * Names of fonts as people know them: `Calibri Bold` for `Calibri-Bold` or `Calibri,Bold`. Without fonts that every reader has, and
 * each name once.
 */
export function missingFontNames(fonts: readonly string[]): string[] {
  const names = fonts
    .filter((font) => font !== '' && !STANDARD.test(font))
    .map((font) => font.replaceAll(/[-,]/g, ' ').trim())
  return [...new Set(names)].sort()
}
