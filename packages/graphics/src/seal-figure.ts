/** One closed curve and its copies, which are turned and scaled to form a lattice. */
export type SealLayer = {
  /** Unique within the figure. */
  name: string
  /** SVG path data of the curve, centred on 0 0; all copies lie within 100 units of the centre. */
  path: string
  /** Number of copies, including the first. */
  copies: number
  /** Degrees by which each copy is turned from the one before. */
  turn: number
  /** Factor by which each copy is scaled from the one before. */
  scale: number
  /** Hue of the lines in degrees, as in `oklch()`. */
  hue: number
}

export type SealFigure = { layers: readonly SealLayer[] }

/** `small` has fewer and wider lines, for sizes below 48 px. */
export type SealDetail = 'small' | 'full'

/** Hues in degrees from teal through blue and violet to magenta, and gold: none of those that mark a verdict. */
const COOL_HUES = [185, 345] as const
const WARM_HUES = [68, 105] as const

/** Points per period of a curve's fastest wave: enough for a smooth line at 320 px, and at 40 px. */
const FULL_POINTS = 12
const SMALL_POINTS = 6

const SPIRAL_COPIES = 8

/**
 * Returns the guilloche figure of a fingerprint (64 hex characters). Equal fingerprints give equal figures; a change of
 * any bit changes every wave count, amplitude, phase and hue. It helps people recognize a file and proves nothing:
 * different fingerprints can have similar figures.
 */
export function sealFigure(fingerprint: string, detail: SealDetail = 'full'): SealFigure {
  const pick = numbersFrom(fingerprint)
  const main = hueBetween(COOL_HUES, pick(0))
  const other = pick(1) < 0.5 ? hueBetween(WARM_HUES, pick(2)) : contrastingHue(main, pick(2))
  const curves = { main, other, rosette: rosetteFrom(pick), star: starFrom(pick) }
  return { layers: detail === 'small' ? smallLayers(curves) : fullLayers(curves, pick) }
}

/** A copy of a layer's curve: its scale, and its turn and scale together as an SVG transform. */
export type SealCopy = { scale: number; transform: string }

/** Returns all copies of a layer, in the order in which they are drawn; the first one is the curve itself. */
export function sealCopies({ copies, turn, scale }: SealLayer): SealCopy[] {
  return Array.from({ length: copies }, (_, copy) => {
    const total = scale ** copy
    const transform = `rotate(${(turn * copy).toFixed(2)}) scale(${total.toFixed(3)})`
    return { scale: total, transform }
  })
}

type Curves = { main: number; other: number; rosette: Curve; star: Curve }

function fullLayers({ main, other, rosette, star }: Curves, pick: Numbers): SealLayer[] {
  const twist = pick(5) < 0.5 ? -1 : 1
  const border = borderFrom(pick)
  const [borderCopies, rosetteCopies, starCopies] = [
    integerBetween(3, 4, pick(19)),
    copiesFor(rosette, 150 + 60 * pick(17)),
    copiesFor(star, 70 + 40 * pick(18)),
  ]
  const [rosettePath, starPath] = [pathOf(rosette), pathOf(star)]
  return [
    lattice('border', pathOf(border), main, borderCopies, 360 / border.waves),
    lattice('rosette', rosettePath, main, rosetteCopies, (twist * 360) / rosette.waves),
    spiral('petals', rosettePath, other, 0.92, twist * (1 + 2.5 * pick(20))),
    lattice('star', starPath, other, starCopies, (-twist * 360) / star.waves),
    spiral('core', starPath, main, 0.86, -twist * (2 + 5 * pick(21))),
  ]
}

function smallLayers({ main, other, rosette, star }: Curves): SealLayer[] {
  return [
    lattice('rosette', smallPath(rosette, 74), main, 2, 360 / rosette.waves),
    lattice('star', smallPath(star, 36), other, 2, 360 / star.waves),
  ]
}

function rosetteFrom(pick: Numbers): Curve {
  const waves = integerBetween(5, 13, pick(3))
  return {
    radius: 62,
    waves,
    depth: 8 + 9 * pick(6),
    harmonic: integerBetween(2, waves > 8 ? 3 : 4, pick(4)),
    harmonicDepth: 2 + 7 * pick(7),
    phase: pick(8),
  }
}

function starFrom(pick: Numbers): Curve {
  return {
    radius: 30 + 6 * pick(9),
    waves: integerBetween(3, 9, pick(10)),
    depth: 7 + 12 * pick(11),
    harmonic: integerBetween(2, 3, pick(12)),
    harmonicDepth: 2 + 5 * pick(13),
    phase: pick(14),
  }
}

function borderFrom(pick: Numbers): Curve {
  const waves = integerBetween(20, 44, pick(15))
  return { radius: 91, waves, depth: 4 + 3 * pick(16), harmonic: 2, harmonicDepth: 0, phase: 0 }
}

/** Copies of equal size, turned so that they divide one wave evenly. */
function lattice(name: string, path: string, hue: number, copies: number, wave: number): SealLayer {
  return { name, path, hue: Math.round(hue), copies, turn: round(wave / copies, 100), scale: 1 }
}

/** Copies that shrink and turn a little each. */
function spiral(name: string, path: string, hue: number, scale: number, turn: number): SealLayer {
  return { name, path, hue: Math.round(hue), copies: SPIRAL_COPIES, turn: round(turn, 100), scale }
}

/** A wave around a circle, with a second wave of a multiple of its frequency. Depths in units of the path. */
type Curve = {
  radius: number
  waves: number
  depth: number
  harmonic: number
  harmonicDepth: number
  /** Of the second wave, 0 to 1. */
  phase: number
}

function smallPath(curve: Curve, radius: number): string {
  return pathOf({ ...curve, radius }, SMALL_POINTS)
}

function pathOf(curve: Curve, pointsPerPeriod = FULL_POINTS): string {
  const { radius, waves, depth, harmonic, harmonicDepth, phase } = curve
  const points = waves * harmonic * pointsPerPeriod
  const path = Array.from({ length: points }, (_, point) => {
    const angle = (point / points) * 2 * Math.PI
    const second = Math.cos(harmonic * waves * angle + phase * 2 * Math.PI)
    const distance = radius + depth * Math.cos(waves * angle) + harmonicDepth * second
    return `${round(distance * Math.cos(angle), 10)} ${round(distance * Math.sin(angle), 10)}`
  })
  return `M${path.join('L')}Z`
}

/** Returns as many copies as have this many waves together, so that every lattice is about equally dense. */
function copiesFor({ waves, harmonic }: Curve, wavesOfAll: number): number {
  return Math.max(4, Math.round(wavesOfAll / waves / harmonic))
}

function hueBetween([from, to]: readonly [number, number], share: number): number {
  return from + (to - from) * share
}

/** Returns a cool hue at least a quarter of the range away from the first. */
function contrastingHue(hue: number, share: number): number {
  const [from, to] = COOL_HUES
  const range = to - from
  return from + ((hue - from + range * (0.25 + 0.5 * share)) % range)
}

function integerBetween(from: number, to: number, share: number): number {
  return from + Math.floor(share * (to - from + 1))
}

function round(value: number, perUnit: number): number {
  return Math.round(value * perUnit) / perUnit
}

/** Returns the number with this index, from 0 to 1 (exclusive). */
type Numbers = (index: number) => number

/**
 * Returns a function that gives, for each index, a number from 0 to 1 (exclusive) that depends on every bit of the
 * fingerprint. The mixing is the finalizer of MurmurHash3; it need not resist attacks.
 */
function numbersFrom(fingerprint: string): Numbers {
  const words = fingerprint.match(/.{8}/g)?.map((word) => Number.parseInt(word, 16)) ?? []
  return (index) => words.reduce((state, word) => mix(state ^ word), mix(index + 1)) / 2 ** 32
}

function mix(value: number): number {
  let state = value + 0x9e3779b9
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return (state ^ (state >>> 16)) >>> 0
}
