/** What the two states of a prepared checkbox or radio button draw. */
import { latin1 } from '../pdf/characters.ts'

type Size = { width: number; height: number }
type States = { on: string; off: string }

/**
 * A frame, with a tick if it is selected: what `packages/pdf-signing` draws. Documents that were prepared with these
 * drawings must stay valid, so that another drawing can only be accepted in addition.
 */
export function checkboxStates({ height: h, width: w }: Size): States {
  const off = `0.5 w 0.5 0.5 ${w - 1} ${h - 1} re S`
  const tick = `1.2 w ${0.2 * w} ${0.5 * h} m ${0.42 * w} ${0.25 * h} l ${0.8 * w} ${0.8 * h} l S`
  return { on: `${off} ${tick}`, off }
}

/** A ring in the middle of the box, with a dot if it is selected. */
export function radioStates({ height, width }: Size): States {
  const [x, y, radius] = [width / 2, height / 2, (Math.min(width, height) - 1) / 2]
  const off = `0.5 w ${circle(x, y, radius)} s`
  return { on: `${off} ${circle(x, y, radius * 0.55)} f`, off }
}

/** How far the control points of a quarter of a circle are from its ends, for a radius of 1. */
const KAPPA = 0.5523

function circle(x: number, y: number, r: number): string {
  const k = KAPPA * r
  return [
    `${x + r} ${y} m`,
    `${x + r} ${y + k} ${x + k} ${y + r} ${x} ${y + r} c`,
    `${x - k} ${y + r} ${x - r} ${y + k} ${x - r} ${y} c`,
    `${x - r} ${y - k} ${x - k} ${y - r} ${x} ${y - r} c`,
    `${x + k} ${y - r} ${x + r} ${y - k} ${x + r} ${y} c`,
    'h',
  ].join(' ')
}

/** Numbers without sign or exponent that readers could take for something else. */
const NUMBER = /^-?\d+(\.\d+)?$/
/** Lengths are rounded to the hundredth of a point. */
const TOLERANCE = 0.02

/** More than any of these drawings is long, in bytes. */
const MAX_LENGTH = 1000

/** Whether a content stream consists of the same operators, with the same numbers except for rounding. */
export function drawsSame(content: Uint8Array, expected: string): boolean {
  if (content.length > MAX_LENGTH) return false
  const [actual, wanted] = [latin1(content).split(' '), expected.split(' ')]
  return (
    actual.length === wanted.length &&
    wanted.every((token, index) => isSameToken(actual[index] ?? '', token))
  )
}

function isSameToken(actual: string, wanted: string): boolean {
  if (actual === wanted) return true
  const areNumbers = NUMBER.test(actual) && NUMBER.test(wanted)
  return areNumbers && Math.abs(Number(actual) - Number(wanted)) <= TOLERANCE
}
