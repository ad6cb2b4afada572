/** The appearance of text values. */
import type { EmbeddedFont, PDF, PdfRef } from '@libpdf/core'
import { type AppearanceBox, formStream } from '../pdf/appearance.ts'
import { glyphs } from '../pdf/font.ts'
import { dict } from '../pdf/objects.ts'
import { layoutLines, PADDING } from './text-layout.ts'

const FONT_NAME = 'F0'

/**
 * Draws lines of text, smaller if they would not fit, and clipped at the box.
 *
 * `Tx` marks the part that viewers replace when the value is edited (ISO 32000-2, 12.7.4.3).
 */
export function textAppearance(
  pdf: PDF,
  font: EmbeddedFont,
  box: AppearanceBox,
  lines: string[],
  maxSize: number,
): PdfRef {
  const layout = layoutLines(font, lines, box, maxSize)
  const operators = layout.lines.map(
    ({ text, baseline }) => `1 0 0 1 ${PADDING} ${baseline.toFixed(2)} Tm ${glyphs(font, text)} Tj`,
  )
  const content = [
    '/Tx BMC q',
    `0 0 ${box.width} ${box.height} re W n`,
    `BT /${FONT_NAME} ${layout.size} Tf 0 g`,
    ...operators,
    'ET Q EMC',
  ].join('\n')
  return formStream(pdf, box, content, { Font: dict({ [FONT_NAME]: pdf.fonts.getRef(font) }) })
}
