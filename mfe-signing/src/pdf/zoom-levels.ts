/** Factors of the width at which a page fills its column. */
export const ZOOM_LEVELS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4]

/** The zoom at which a page is as wide as its column. */
export const FIT_WIDTH = 1

/** Returns the next larger (1) or smaller (-1) level; undefined if there is none. */
export function nextZoom(zoom: number, direction: 1 | -1): number | undefined {
  return direction === 1
    ? ZOOM_LEVELS.find((level) => level > zoom)
    : ZOOM_LEVELS.findLast((level) => level < zoom)
}
