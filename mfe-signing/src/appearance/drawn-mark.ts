import type { Segment } from '@inkproof/signing/appearance-stream'
import { getStroke } from 'perfect-freehand'
import { type Mark, makeMark } from './mark.ts'
import { cubic } from './outline.ts'

/** Points of one movement of the pen, in pixels; y goes down. */
export type Stroke = readonly (readonly [x: number, y: number])[]

/** The width of a line follows the speed of the pen, whatever device draws it: few of them measure pressure. */
const PEN = { size: 4.5, thinning: 0.55, smoothing: 0.6, streamline: 0.45, simulatePressure: true }

/** Converts what was drawn to a mark. Returns null if nothing was. */
export function makeDrawnMark(strokes: readonly Stroke[]): Mark | null {
  return makeMark(
    strokes.map(outlineStroke).filter(({ length }) => length > 0),
    'nonzero',
  )
}

/** The outline of a stroke, which may cross itself; y goes up. */
export function outlineStroke(stroke: Stroke): Segment[] {
  const points = getStroke(
    stroke.map(([x, y]) => [x, y]),
    PEN,
  ).map(([x = 0, y = 0]) => [x, -y] as const)
  const [first] = points
  if (first === undefined || points.length < 3) return []
  const middles = points.map(([x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? first
    return [(x + nextX) / 2, (y + nextY) / 2] as const
  })
  const start = middles.at(-1) ?? first
  return [
    ['move', ...start],
    ...points.map((point, i) => cubic(middles.at(i - 1) ?? start, point, middles[i] ?? start)),
    ['close'],
  ]
}
