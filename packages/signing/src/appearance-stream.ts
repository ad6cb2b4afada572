/**
 * Appearance streams: what a field of a finished PDF shows. A stream is a PDF content stream (ISO 32000-2, 8.5) that only
 * fills and strokes paths and uses no resources, so its SHA-256 states completely what is shown.
 *
 * It consists of lines that end with LF. Each path has these lines, in this order:
 *
 *     q
 *     R G B rg      of a filled path           R G B RG, W w, 1 J, 1 j   of a stroked path (round caps and joins)
 *     X Y m, then lines of X Y l, X1 Y1 X2 Y2 X Y c, h and X Y m
 *     f, f* or S    filled by the nonzero winding rule, filled by the even-odd rule, stroked
 *     Q
 *
 * Coordinates and widths are in points from the lower left corner of the field as shown, so the width and height of a
 * field on a page rotated by 90 or 270 degrees are swapped. Numbers have at most 2 decimals, in their shortest form.
 */
import { equal, utf8 } from '@inkproof/proof/bytes'
import { must } from '@inkproof/proof/proof-error'
import { sha256 } from '@inkproof/proof/sha256'

/** Red, green and blue, from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number]

/** A line or curve in points; `close` connects the last point with the point of the last `move`. */
export type Segment =
  | readonly ['move', x: number, y: number]
  | readonly ['line', x: number, y: number]
  | readonly ['curve', x1: number, y1: number, x2: number, y2: number, x: number, y: number]
  | readonly ['close']

export type Paint =
  | { type: 'fill'; rule: 'nonzero' | 'evenodd'; colour: Colour }
  | { type: 'stroke'; width: number; colour: Colour }

/** Its segments begin with `move`; after each `move` follows a line or a curve, and after `close` at most a `move`. */
export type Path = { segments: readonly Segment[]; paint: Paint }

/** Width and height of a field as shown, in points. */
export type Size = { width: number; height: number }

/** Maximum length of a stream in bytes. */
export const MAX_APPEARANCE_BYTES = 200_000
/** How far coordinates may be outside the field, in points. The field cuts off what is outside. */
export const APPEARANCE_MARGIN = 2
const MAX_STROKE_WIDTH = 20

/**
 * Formats paths as a stream. Numbers are rounded to 2 decimals.
 *
 * @throws ProofError BAD_APPEARANCE, TOO_LONG, OUT_OF_RANGE
 */
export function formatAppearance(paths: readonly Path[]): Uint8Array {
  must(paths.length > 0, 'BAD_APPEARANCE', 'The appearance shows nothing.')
  for (const { segments } of paths) checkOrder(segments)
  const bytes = utf8(paths.map(formatPath).join(''))
  mustBeShort(bytes)
  return bytes
}

/**
 * Reads a stream for a field of this size. It accepts only bytes that {@link formatAppearance} produces.
 *
 * @throws ProofError BAD_APPEARANCE, TOO_LONG, OUT_OF_RANGE
 */
export function parseAppearance(bytes: Uint8Array, size: Size): Path[] {
  mustBeShort(bytes)
  // Bytes that are not ASCII become characters that no line may contain.
  const lines = Array.from(bytes, (byte) => String.fromCharCode(byte))
    .join('')
    .split('\n')
  mustBeWellFormed(lines.pop() === '')
  const paths: Path[] = []
  for (let next = 0; next < lines.length; ) {
    const end = lines.indexOf('Q', next)
    mustBeWellFormed(end !== -1)
    paths.push(readPath(lines.slice(next, end), size))
    next = end + 1
  }
  mustBeWellFormed(equal(formatAppearance(paths), bytes))
  return paths
}

/** Computes the 32 bytes that a hidden value of kind `appearance` contains. */
export function appearanceHash(bytes: Uint8Array): Uint8Array {
  return sha256(bytes)
}

/** Converts segments to the `d` attribute of an SVG path in a viewBox of this height, in points. */
export function toSvgPath(segments: readonly Segment[], height: number): string {
  const flip = (number: number, i: number) => formatNumber(i % 2 === 0 ? number : height - number)
  return segments
    .map(([type, ...numbers]) => `${SVG_COMMANDS[type]}${numbers.map(flip).join(' ')}`)
    .join('')
}

const SVG_COMMANDS = { move: 'M', line: 'L', curve: 'C', close: 'Z' } as const
const OPERATORS = { move: 'm', line: 'l', curve: 'c', close: 'h' } as const
const SEGMENTS: Record<string, [type: Segment[0], numbers: number]> = {
  m: ['move', 2],
  l: ['line', 2],
  c: ['curve', 6],
  h: ['close', 0],
}

function formatPath({ paint, segments }: Path): string {
  const colour = paint.colour.map((part) => numberIn(part, 0, 1)).join(' ')
  const isFill = paint.type === 'fill'
  return [
    'q',
    ...(isFill
      ? [`${colour} rg`]
      : [`${colour} RG`, `${numberIn(paint.width, 0.01, MAX_STROKE_WIDTH)} w`, '1 J', '1 j']),
    ...segments.map(([type, ...numbers]) =>
      [...numbers.map(formatNumber), OPERATORS[type]].join(' '),
    ),
    isFill ? (paint.rule === 'evenodd' ? 'f*' : 'f') : 'S',
    'Q\n',
  ].join('\n')
}

/** Reads the lines of a path without its `Q`. */
function readPath(lines: readonly string[], size: Size): Path {
  const operator = lines.at(-1)
  mustBeWellFormed(operator === 'f' || operator === 'f*' || operator === 'S')
  const [colourLine = '', widthLine = ''] = lines.slice(1)
  const isFill = operator !== 'S'
  const [red = 0, green = 0, blue = 0] = readNumbers(colourLine, isFill ? 'rg' : 'RG', 3)
  const colour = [red, green, blue] as const
  const segments = lines.slice(isFill ? 2 : 5, -1).map((line) => readSegment(line, size))
  if (isFill) {
    return {
      segments,
      paint: { type: 'fill', rule: operator === 'f' ? 'nonzero' : 'evenodd', colour },
    }
  }
  const [width = 0] = readNumbers(widthLine, 'w', 1)
  return { segments, paint: { type: 'stroke', width, colour } }
}

function readSegment(line: string, { height, width }: Size): Segment {
  const operator = line.slice(line.lastIndexOf(' ') + 1)
  const [type, count] = Object.hasOwn(SEGMENTS, operator) ? (SEGMENTS[operator] ?? []) : []
  mustBeWellFormed(type !== undefined && count !== undefined)
  const numbers = readNumbers(line, operator, count)
  const isInside = numbers.every(
    (number, i) =>
      number >= -APPEARANCE_MARGIN && number <= (i % 2 === 0 ? width : height) + APPEARANCE_MARGIN,
  )
  must(isInside, 'OUT_OF_RANGE', 'The appearance draws outside its field.')
  return [type, ...numbers] as unknown as Segment
}

/** Its shortest form is checked by comparing the whole stream. */
function readNumbers(line: string, operator: string, count: number): number[] {
  const words = line.split(' ')
  mustBeWellFormed(words.pop() === operator && words.length === count)
  mustBeWellFormed(words.every((word) => /^-?\d{1,5}(\.\d\d?)?$/.test(word)))
  return words.map(Number)
}

function checkOrder(segments: readonly Segment[]): void {
  const types = segments.map(([type]) => OPERATORS[type]).join('')
  mustBeWellFormed(/^(m[lc]+h?)+$/.test(types))
}

/** Never uses an exponent, and never writes `-0`. */
function formatNumber(number: number): string {
  const rounded = Math.round(number * 100) / 100
  must(Math.abs(rounded) < 100_000, 'OUT_OF_RANGE', 'The appearance draws outside its field.')
  return String(rounded === 0 ? 0 : rounded)
}

function numberIn(number: number, min: number, max: number): string {
  const text = formatNumber(number)
  const isInRange = Number(text) >= min && Number(text) <= max
  must(isInRange, 'OUT_OF_RANGE', 'The appearance has a color or line width that is not allowed.')
  return text
}

function mustBeShort({ length }: Uint8Array): void {
  const max = MAX_APPEARANCE_BYTES
  must(length <= max, 'TOO_LONG', 'The appearance is longer than {max} bytes.', { max })
}

function mustBeWellFormed(condition: boolean): asserts condition {
  must(condition, 'BAD_APPEARANCE', 'The appearance is not one that this program makes.')
}
