import type { Colour, Path, Segment, Size } from '@inkproof/signing/appearance-stream'

export type MarkKind = 'signature' | 'initials' | 'stamp'

/**
 * The shapes of a signature, of initials or of a stamp, in a box of their own size, in points from its lower left corner. Plain data,
 * which IndexedDB can store.
 */
export type Mark = { paths: readonly Path[]; size: Size }

export const INKS = {
  black: [0, 0, 0],
  blue: [0.08, 0.2, 0.62],
} as const satisfies Record<string, Colour>
export type Ink = keyof typeof INKS

/** A part of the plane: its lower left corner and its size. */
export type Box = Size & { left: number; bottom: number }

/** Marks are stored in this size, so that two decimals suffice to draw them large. */
const LARGEST: Size = { width: 400, height: 160 }

/** Creates a mark of filled paths whose coordinates have any scale. Returns null if they are empty. */
export function makeMark(
  shapes: readonly (readonly Segment[])[],
  rule: 'nonzero' | 'evenodd',
): Mark | null {
  const bounds = boundsOf(shapes.flat())
  if (bounds === null) return null
  const scale = Math.min(
    LARGEST.width / Math.max(bounds.width, Number.EPSILON),
    LARGEST.height / Math.max(bounds.height, Number.EPSILON),
  )
  const place = (x: number, y: number) =>
    [(x - bounds.left) * scale, (y - bounds.bottom) * scale] as const
  return {
    paths: shapes.map((segments) => ({
      segments: mapPoints(segments, place),
      paint: { type: 'fill', rule, colour: INKS.black },
    })),
    size: { width: bounds.width * scale, height: bounds.height * scale },
  }
}

/** Returns the mark in another ink. */
export function withInk({ paths, size }: Mark, ink: Ink): Mark {
  const colour = INKS[ink]
  return { paths: paths.map((path) => ({ ...path, paint: { ...path.paint, colour } })), size }
}

/** Scales a mark to the largest size that fits into the box. `align` is its horizontal position there. */
export function fitMark({ paths, size }: Mark, box: Box, align: 'left' | 'centre'): Path[] {
  const scale = Math.min(box.width / size.width, box.height / size.height)
  const left = box.left + (align === 'left' ? 0 : (box.width - size.width * scale) / 2)
  const bottom = box.bottom + (box.height - size.height * scale) / 2
  const place = (x: number, y: number) => [left + x * scale, bottom + y * scale] as const
  return paths.map(({ paint, segments }) => ({
    segments: mapPoints(segments, place),
    paint: paint.type === 'stroke' ? { ...paint, width: paint.width * scale } : paint,
  }))
}

/** Moves all points of the segments. */
export function mapPoints(
  segments: readonly Segment[],
  place: (x: number, y: number) => readonly [x: number, y: number],
): Segment[] {
  return segments.map((segment) => {
    switch (segment[0]) {
      case 'close':
        return segment
      case 'curve': {
        const [, x1, y1, x2, y2, x, y] = segment
        return ['curve', ...place(x1, y1), ...place(x2, y2), ...place(x, y)]
      }
      default:
        return [segment[0], ...place(segment[1], segment[2])]
    }
  })
}

/** A box around all points, including the control points of curves; null if there are none. */
function boundsOf(segments: readonly Segment[]): Box | null {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [, ...numbers] of segments) {
    for (let i = 0; i < numbers.length; i += 2) {
      const [x = 0, y = 0] = numbers.slice(i, i + 2)
      left = Math.min(left, x)
      right = Math.max(right, x)
      bottom = Math.min(bottom, y)
      top = Math.max(top, y)
    }
  }
  return left > right ? null : { left, bottom, width: right - left, height: top - bottom }
}
