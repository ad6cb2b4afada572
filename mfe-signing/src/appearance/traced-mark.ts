import type { Segment } from '@inkproof/signing/appearance-stream'
import { blur2 } from 'd3-array'
import { contours } from 'd3-contour'
import simplify from 'simplify-js'
import { type Mark, makeMark } from './mark.ts'

/** A picture: red, green, blue and opacity of each pixel, from 0 to 255. */
export type Picture = { data: Uint8ClampedArray; width: number; height: number }

/** How much darker each pixel is than the paper around it, from 0 to 255. */
export type Darkness = { data: Float64Array; width: number; height: number }

/** Why a picture has no mark: nothing that looks like one, or more shapes than fit into a stream. */
export type TraceProblem = 'no-ink' | 'too-detailed'

/** A mark with more detail than this would not fit into its stream. */
const MAX_POINTS = 5000
/** Ink must be at least this much darker than the paper. */
const LEAST_CONTRAST = 24
/** More than this part of a picture is not handwriting, but a photo of something else. */
const MOST_INK = 0.4

/** Measures ink relative to its surroundings, so that shadows and grey paper do not count as ink. */
export function measureDarkness({ data, height, width }: Picture): Darkness {
  const light = new Float64Array(width * height)
  for (let i = 0; i < light.length; i++) {
    const [red, green, blue] = colourAt(data, i)
    light[i] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  const paper = blur2({ data: light.slice(), width, height }, Math.max(width, height) / 8)
  const darkness = light.map((value, i) => Math.max(0, (paper.data[i] ?? 255) - value))
  blur2({ data: darkness, width, height }, 0.6)
  return { data: darkness, width, height }
}

/** Returns red, green and blue of a pixel on white paper, from 0 to 255. */
export function colourAt(data: Picture['data'], pixel: number): [number, number, number] {
  const opacity = (data[4 * pixel + 3] ?? 0) / 255
  const part = (channel: number) => 255 + ((data[4 * pixel + channel] ?? 0) - 255) * opacity
  return [part(0), part(1), part(2)]
}

/** Chooses the darkness that separates ink from paper best (Otsu’s method); null if there is no ink. */
export function findThreshold({ data }: Darkness): number | null {
  const counts = new Float64Array(256)
  for (const value of data) {
    const bin = Math.min(255, Math.round(value))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  const sum = counts.reduce((total, count, i) => total + count * i, 0)
  let [below, sumBelow, best, threshold] = [0, 0, -1, 0]
  for (const [i, count] of counts.entries()) {
    below += count
    sumBelow += count * i
    const above = data.length - below
    if (below === 0 || above === 0) continue
    const distance = sumBelow / below - (sum - sumBelow) / above
    const variance = below * above * distance ** 2
    if (variance > best) [best, threshold] = [variance, i]
  }
  const ink = data.filter((value) => value > threshold)
  const mean = ink.reduce((total, value) => total + value, 0) / ink.length
  return ink.length > 0 && mean >= LEAST_CONTRAST ? threshold : null
}

/** Traces the outlines of what is darker than the threshold. */
export function traceMark(
  { data, height, width }: Darkness,
  threshold: number,
): Mark | TraceProblem {
  const inked = data.reduce((count, value) => count + (value > threshold ? 1 : 0), 0)
  if (inked > MOST_INK * data.length) return 'no-ink'
  const [outlines] = traceLayers([{ data, height, width }], threshold) ?? []
  return outlines === undefined ? 'too-detailed' : (makeMark([outlines], 'evenodd') ?? 'no-ink')
}

/**
 * Traces the outlines of what is darker than the threshold in each of several layers of one picture, and simplifies them so that
 * all of them fit into a stream. Null if that is not possible; a layer may be empty.
 */
export function traceLayers(layers: readonly Darkness[], threshold: number): Segment[][] | null {
  const traced = layers.map((layer) => ringsOf(layer, threshold))
  for (let tolerance = 0.35; tolerance < 5; tolerance *= 1.5) {
    const outlines = traced.map((rings) => rings.flatMap((ring) => simplifyRing(ring, tolerance)))
    const points = outlines.reduce((count, outline) => count + outline.length, 0)
    if (points <= MAX_POINTS) return outlines
  }
  return null
}

function ringsOf({ data, height, width }: Darkness, threshold: number): number[][][] {
  const [contour] = contours().size([width, height]).thresholds([threshold])([...data])
  const leastArea = Math.max(6, (width * height) / 40_000)
  return (contour?.coordinates ?? [])
    .filter(([outer]) => outer !== undefined && areaOf(outer) >= leastArea)
    .flat()
    .filter((ring) => areaOf(ring) >= 2)
}

function simplifyRing(ring: readonly number[][], tolerance: number): Segment[] {
  const points = ring.map(([x = 0, y = 0]) => ({ x, y: -y }))
  const [first, ...others] = simplify(points, tolerance, true).slice(0, -1)
  if (first === undefined || others.length < 2) return []
  return [
    ['move', first.x, first.y],
    ...others.map(({ x, y }) => ['line', x, y] as const),
    ['close'],
  ]
}

function areaOf(ring: readonly number[][]): number {
  const doubled = ring.reduce((sum, [x = 0, y = 0], i) => {
    const [nextX = 0, nextY = 0] = ring[(i + 1) % ring.length] ?? []
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(doubled) / 2
}
