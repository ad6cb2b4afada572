import type { Segment } from '@inkproof/signing/appearance-stream'
import type { Command } from 'fontkit'

/** Converts the commands of a glyph; a `moveTo` that draws nothing is left out. */
export function toSegments(commands: readonly Command[]): Segment[] {
  const segments: Segment[] = []
  let last: Point = [0, 0]
  for (const [i, command] of commands.entries()) {
    if (command.command !== 'moveTo' || isDrawn(commands[i + 1])) {
      const segment = toSegment(command, last)
      if (segment[0] !== 'close' || isOpen(segments)) segments.push(segment)
    }
    const [x, y] = command.args.slice(-2)
    if (x !== undefined && y !== undefined) last = [x, y]
  }
  return segments
}

type Point = readonly [x: number, y: number]

/** The cubic curve that equals a quadratic one. */
export function cubic([x0, y0]: Point, [cx, cy]: Point, [x, y]: Point): Segment {
  return [
    'curve',
    x0 + (2 / 3) * (cx - x0),
    y0 + (2 / 3) * (cy - y0),
    x + (2 / 3) * (cx - x),
    y + (2 / 3) * (cy - y),
    x,
    y,
  ]
}

function toSegment({ args, command }: Command, last: Point): Segment {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args
  switch (command) {
    case 'moveTo':
      return ['move', a, b]
    case 'lineTo':
      return ['line', a, b]
    case 'quadraticCurveTo':
      return cubic(last, [a, b], [c, d])
    case 'bezierCurveTo':
      return ['curve', a, b, c, d, e, f]
    default:
      return ['close']
  }
}

function isDrawn(next: Command | undefined): boolean {
  return next !== undefined && next.command !== 'moveTo' && next.command !== 'closePath'
}

function isOpen(segments: readonly Segment[]): boolean {
  const type = segments.at(-1)?.[0]
  return type === 'line' || type === 'curve'
}
