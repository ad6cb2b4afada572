import type { Segment, Size } from '@inkproof/signing/appearance-stream'
import type { FontName } from './font-files.ts'
import { mapPoints } from './mark.ts'
import { TextDoesNotFit } from './text-errors.ts'
import { shapeText, type TextShape } from './text-shape.ts'

const LARGEST_PT = 12
const SMALLEST_PT = 4
const STEP_PT = 0.5
const LINE_HEIGHT_EM = 1.2
/** Half of the height of a capital letter. */
const MIDDLE_EM = 0.357
/** Distance from the left and right edges of the field. */
const PADDING_PT = 2

/**
 * Sets a text into a field: at most 12 pt high, smaller and in several lines if necessary, left-aligned and vertically
 * centred.
 *
 * @param smallest size of the letters in points
 * @throws TextDoesNotFit if it does not fit in the smallest size; as `shapeText`
 */
export async function setText(
  text: string,
  font: FontName,
  size: Size,
  smallest = SMALLEST_PT,
): Promise<Segment[]> {
  const shapes = new Map<string, Promise<TextShape>>()
  const paragraphs = await Promise.all(
    text.split(/\r?\n/).map((paragraph) => shapeWords(paragraph, font, shapes)),
  )
  const { width: spaceEm } = await shapeText(' ', font)
  for (let pt = LARGEST_PT; pt >= smallest; pt -= STEP_PT) {
    const widthEm = (size.width - 2 * PADDING_PT) / pt
    const lines = paragraphs.flatMap((words) => breakLines(words, spaceEm, widthEm))
    const isFitting =
      lines.length * LINE_HEIGHT_EM * pt <= Math.max(size.height, LINE_HEIGHT_EM * SMALLEST_PT) &&
      lines.every(({ width }) => width <= widthEm)
    if (isFitting) return placeLines(lines, pt, size)
  }
  throw new TextDoesNotFit()
}

/** Shapes each different word once. */
async function shapeWords(
  paragraph: string,
  font: FontName,
  shapes: Map<string, Promise<TextShape>>,
): Promise<TextShape[]> {
  const words = paragraph.split(' ').filter((word) => word !== '')
  for (const word of words) {
    if (!shapes.has(word)) shapes.set(word, shapeText(word, font))
  }
  const shaped = await Promise.all(words.map((word) => shapes.get(word)))
  return shaped.filter((shape) => shape !== undefined)
}

/** Words with the distance of each from the start of the line, and the length of the line, in em. */
type Line = { words: { shape: TextShape; left: number }[]; width: number }

/** Fills each line with as many words as fit; a paragraph has at least one line. */
function breakLines(words: readonly TextShape[], spaceEm: number, widthEm: number): Line[] {
  let line: Line = { words: [], width: 0 }
  const lines = [line]
  for (const shape of words) {
    const left = line.words.length === 0 ? 0 : line.width + spaceEm
    if (left > 0 && left + shape.width > widthEm) {
      line = { words: [{ shape, left: 0 }], width: shape.width }
      lines.push(line)
    } else {
      line.words.push({ shape, left })
      line.width = left + shape.width
    }
  }
  return lines
}

function placeLines(lines: readonly Line[], pt: number, { height }: Size): Segment[] {
  const top = height / 2 + (lines.length * LINE_HEIGHT_EM * pt) / 2
  return lines.flatMap(({ words }, i) => {
    const baseline = top - ((i + 0.5) * LINE_HEIGHT_EM + MIDDLE_EM) * pt
    return words.flatMap(({ left, shape }) =>
      mapPoints(shape.segments, (x, y) => [PADDING_PT + (left + x) * pt, baseline + y * pt]),
    )
  })
}
