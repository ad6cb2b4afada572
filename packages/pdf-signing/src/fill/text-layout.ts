/** Fits lines of text into a box. */
import type { EmbeddedFont } from '@libpdf/core'

/** Space between the text and each side of its box, in points. */
export const PADDING = 2
/** Distance of two baselines, and height of a line, in font sizes. */
const LINE_HEIGHT = 1.2
/** Text below this size cannot be read in print, so it is clipped instead. */
const MIN_SIZE = 4
const STEP = 0.5

export type Layout = {
  size: number
  /** Baselines in points above the lower side of the box. */
  lines: { text: string; baseline: number }[]
}

/** The largest size up to `maxSize` at which all lines fit into the box; otherwise the smallest size. */
export function layoutLines(
  font: EmbeddedFont,
  lines: string[],
  box: { width: number; height: number },
  maxSize: number,
): Layout {
  const width = Math.max(0, box.width - 2 * PADDING)
  const height = Math.max(0, box.height - 2 * PADDING)
  const widest = Math.max(0, ...lines.map((line) => font.widthOfTextAtSize(line, 1)))
  const fitting = Math.min(
    maxSize,
    height / (Math.max(1, lines.length) * LINE_HEIGHT),
    widest > 0 ? width / widest : maxSize,
  )
  const size = Math.max(MIN_SIZE, Math.floor(fitting / STEP) * STEP)
  return { size, lines: placeLines(lines, size, box.height) }
}

/** Centres the block of lines vertically; one that is too high starts at the top. */
function placeLines(lines: string[], size: number, boxHeight: number): Layout['lines'] {
  const lineHeight = size * LINE_HEIGHT
  const blockHeight = lines.length * lineHeight
  const top = Math.min(boxHeight - PADDING, (boxHeight + blockHeight) / 2)
  return lines.map((text, index) => ({ text, baseline: top - index * lineHeight - size * 0.95 }))
}
