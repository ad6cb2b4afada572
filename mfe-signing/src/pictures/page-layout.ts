/** Where a picture is on its page. All lengths in points. */
import type { Orientation } from './jpeg.ts'

export type Paper = 'a4' | 'letter'
export type PageLayout = {
  page: { width: number; height: number }
  picture: { x: number; y: number; width: number; height: number }
}

/** Width and height, upright. */
const PAPERS: Readonly<Record<Paper, readonly [number, number]>> = {
  a4: [595.276, 841.89],
  letter: [612, 792],
}
/** 1 cm: printers cannot print up to the edge. */
const MARGIN = 28.346
/** Scanners and scanner apps cut off pages a little inaccurately. */
const TOLERANCE = 0.02
/** Small pictures are not enlarged above the size at which browsers show them: 96 pixels per inch. */
const MAX_POINTS_PER_PIXEL = 0.75

/** Countries that use Letter (Unicode CLDR, `paperSize`). */
const LETTER_REGIONS = new Set([
  'bz',
  'ca',
  'cl',
  'co',
  'cr',
  'gt',
  'mx',
  'ni',
  'pa',
  'ph',
  'pr',
  'sv',
  'us',
  've',
])

/** The paper that is common where the user's language is spoken. `language`: as BCP 47. */
export function paperFor(language: string): Paper {
  const region = /^[a-z]+(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(language)?.[1]
  return region && LETTER_REGIONS.has(region.toLowerCase()) ? 'letter' : 'a4'
}

/**
 * Returns the page of a picture that is shown with this size in pixels: upright or landscape like the picture. A picture
 * with the proportions of A4 or Letter is a scanned page and fills its page. Others are in the middle, with a margin.
 */
export function layOut(width: number, height: number, paper: Paper): PageLayout {
  const ratio = Math.max(width, height) / Math.min(width, height)
  const isLandscape = width > height
  for (const [short, long] of Object.values(PAPERS)) {
    if (Math.abs(ratio / (long / short) - 1) > TOLERANCE) continue
    const page = turned(short, long, isLandscape)
    return { page, picture: { x: 0, y: 0, ...page } }
  }
  const page = turned(...PAPERS[paper], isLandscape)
  const scale = Math.min(
    (page.width - 2 * MARGIN) / width,
    (page.height - 2 * MARGIN) / height,
    MAX_POINTS_PER_PIXEL,
  )
  const picture = { width: width * scale, height: height * scale }
  const [x, y] = [(page.width - picture.width) / 2, (page.height - picture.height) / 2]
  return { page, picture: { x, y, ...picture } }
}

function turned(short: number, long: number, isLandscape: boolean) {
  return isLandscape ? { width: long, height: short } : { width: short, height: long }
}

/** Whether a picture is shown with its stored width as height. */
export function isTurned(orientation: Orientation): boolean {
  return orientation >= 5
}

/**
 * The matrix (ISO 32000-2, 8.3.4) that maps the unit square, in which PDF draws an image, to its place, turned by the
 * orientation.
 */
export function imageMatrix(
  { x, y, width: w, height: h }: PageLayout['picture'],
  orientation: Orientation,
): number[] {
  const [right, top] = [x + w, y + h]
  const matrices: Readonly<Record<Orientation, number[]>> = {
    1: [w, 0, 0, h, x, y],
    2: [-w, 0, 0, h, right, y],
    3: [-w, 0, 0, -h, right, top],
    4: [w, 0, 0, -h, x, top],
    5: [0, -h, -w, 0, right, top],
    6: [0, -h, w, 0, x, top],
    7: [0, h, w, 0, x, y],
    8: [0, h, -w, 0, right, y],
  }
  return matrices[orientation]
}
