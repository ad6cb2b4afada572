/** What checkboxes and radio buttons look like: content streams for their two states. */
import { radioRadii } from '@inkproof/signing/radio-geometry'

type Size = { width: number; height: number }
type Appearances = { on: string; off: string }

/** A frame, with a tick if it is selected. */
export function checkboxAppearances({ height: h, width: w }: Size): Appearances {
  const frame = `0.5 w 0.5 0.5 ${w - 1} ${h - 1} re S`
  const tick = `1.2 w ${0.2 * w} ${0.5 * h} m ${0.42 * w} ${0.25 * h} l ${0.8 * w} ${0.8 * h} l S`
  return { on: `${frame} ${tick}`, off: frame }
}

/** A ring in the middle of the box, with a dot if it is selected. */
export function radioAppearances(size: Size): Appearances {
  const radii = radioRadii(size)
  const ring = `0.5 w ${circle(size, radii.ring)} s`
  return { on: `${ring} ${circle(size, radii.dot)} f`, off: ring }
}

/** How far the control points of a quarter of a circle are from its ends, for a radius of 1. */
const KAPPA = 0.5523

function circle({ height, width }: Size, r: number): string {
  const [x, y, k] = [width / 2, height / 2, r * KAPPA]
  const points = [
    [x + r, y],
    [x + r, y + k, x + k, y + r, x, y + r],
    [x - k, y + r, x - r, y + k, x - r, y],
    [x - r, y - k, x - k, y - r, x, y - r],
    [x + k, y - r, x + r, y - k, x + r, y],
  ].map((numbers) => numbers.map((value) => Number(value.toFixed(2))).join(' '))
  const [start, ...curves] = points
  return `${start} m ${curves.map((curve) => `${curve} c`).join(' ')} h`
}
