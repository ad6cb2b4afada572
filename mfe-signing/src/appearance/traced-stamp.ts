/** Traces the picture of a stamp, which has colors and large areas, unlike handwriting. */
import type { Colour } from '@inkproof/signing/appearance-stream'
import { blur2 } from 'd3-array'
import { type Mark, makeMark } from './mark.ts'
import {
  colourAt,
  type Darkness,
  type Picture,
  type TraceProblem,
  traceLayers,
} from './traced-mark.ts'

type Rgb = readonly [red: number, green: number, blue: number]

/** Most colors of a stamp, and how different two of them are at least, as the distance in a cube with sides of 255. */
const MAX_COLOURS = 4
const LEAST_DISTANCE = 70
/** A color of less than this part of the ink is an edge between others. */
const LEAST_PART = 0.03
/** A picture with more ink than this has no background. */
const MOST_INK = 0.9
/** How wide the edge of a shape is. */
const EDGE_PX = 2
/** Enough to find the colors. */
const SAMPLES = 4_000

/** Measures how much darker or more colorful each pixel is than the brightest paper: light yellow is ink, too. */
export function measureInk({ data, height, width }: Picture): Darkness {
  const light = new Float64Array(width * height)
  for (let i = 0; i < light.length; i++) light[i] = Math.min(...colourAt(data, i))
  const paper = light.toSorted()[Math.floor(light.length * 0.98)] ?? 255
  const ink = light.map((value) => Math.max(0, paper - value))
  blur2({ data: ink, width, height }, 0.6)
  return { data: ink, width, height }
}

/** Traces what is darker than the threshold, in its own colors. Ink without a background around it counts as none. */
export function traceStamp(
  picture: Picture,
  ink: Darkness,
  threshold: number,
): Mark | TraceProblem {
  const pixels: number[] = []
  for (const [pixel, value] of ink.data.entries()) if (value > threshold) pixels.push(pixel)
  if (pixels.length === 0 || pixels.length > MOST_INK * ink.data.length) return 'no-ink'
  const colours = findColours(picture, withoutEdges(pixels, ink, threshold))
  const layers = colours.map(() => ({ ...ink, data: new Float64Array(ink.data.length) }))
  for (const pixel of pixels) {
    const layer = layers[nearest(colours, colourAt(picture.data, pixel))]
    if (layer) layer.data[pixel] = ink.data[pixel] ?? 0
  }
  const outlines = traceLayers(layers, threshold)
  if (outlines === null) return 'too-detailed'
  const shapes = outlines.flatMap((segments, index) =>
    segments.length > 0 ? [{ segments, colour: toColour(colours[index] ?? [0, 0, 0]) }] : [],
  )
  const mark = makeMark(
    shapes.map(({ segments }) => segments),
    'evenodd',
  )
  if (mark === null) return 'no-ink'
  return { ...mark, paths: mark.paths.map((path, index) => dye(path, shapes[index])) }
}

function dye(path: Mark['paths'][number], shape: { colour: Colour } | undefined) {
  return shape ? { ...path, paint: { ...path.paint, colour: shape.colour } } : path
}

/** At the edge of a shape, ink and paper are mixed. Returns all pixels if there is little else, as in thin lines. */
function withoutEdges(
  pixels: readonly number[],
  { data, width }: Darkness,
  threshold: number,
): readonly number[] {
  const inside = pixels.filter((pixel) =>
    [-1, 1, -width, width].every((side) => (data[pixel + EDGE_PX * side] ?? 0) > threshold),
  )
  return inside.length >= pixels.length / 10 ? inside : pixels
}

/** Groups the colors of pixels (k-means, from colors that are far from each other), and leaves out those of few pixels. */
function findColours({ data }: Picture, pixels: readonly number[]): Rgb[] {
  const step = Math.ceil(pixels.length / SAMPLES)
  const samples = pixels.filter((_, index) => index % step === 0).map((i) => colourAt(data, i))
  let colours = chooseSeeds(samples)
  for (let round = 0; round < 8; round++) colours = average(colours, samples)
  const counts = colours.map(() => 0)
  for (const sample of samples) {
    const index = nearest(colours, sample)
    counts[index] = (counts[index] ?? 0) + 1
  }
  return colours.filter((_, index) => (counts[index] ?? 0) >= LEAST_PART * samples.length)
}

/** Starts with the average, and adds the color that is farthest from all others, as long as it is a different one. */
function chooseSeeds(samples: readonly Rgb[]): Rgb[] {
  const seeds: Rgb[] = [mean(samples)]
  while (seeds.length < MAX_COLOURS) {
    const distances = samples.map((sample) =>
      Math.min(...seeds.map((seed) => distance(seed, sample))),
    )
    const farthest = Math.max(...distances)
    const sample = samples[distances.indexOf(farthest)]
    if (sample === undefined || farthest < LEAST_DISTANCE) break
    seeds.push(sample)
  }
  return seeds
}

/** Moves each color to the average of the samples that are nearest to it; one without samples disappears. */
function average(colours: readonly Rgb[], samples: readonly Rgb[]): Rgb[] {
  const groups: Rgb[][] = colours.map(() => [])
  for (const sample of samples) groups[nearest(colours, sample)]?.push(sample)
  return groups.filter((group) => group.length > 0).map(mean)
}

function mean(colours: readonly Rgb[]): Rgb {
  const part = (channel: 0 | 1 | 2) =>
    colours.reduce((sum, colour) => sum + colour[channel], 0) / Math.max(1, colours.length)
  return [part(0), part(1), part(2)]
}

function nearest(colours: readonly Rgb[], sample: Rgb): number {
  const distances = colours.map((colour) => distance(colour, sample))
  return distances.indexOf(Math.min(...distances))
}

function distance([red, green, blue]: Rgb, [otherRed, otherGreen, otherBlue]: Rgb): number {
  return Math.hypot(red - otherRed, green - otherGreen, blue - otherBlue)
}

function toColour([red, green, blue]: Rgb): Colour {
  return [red / 255, green / 255, blue / 255]
}
