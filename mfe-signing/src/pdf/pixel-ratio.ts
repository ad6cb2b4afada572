/** The most pixels of a page's canvas: 4 bytes each. Phones end pages that use much memory. */
const MAX_PIXELS = 12_000_000
const MAX_PIXELS_OF_PHONES = 4_000_000

/** Returns how many pixels of a canvas correspond to one CSS pixel, for an element of this size in CSS pixels. */
export function pixelRatio(width: number, height: number): number {
  const isPhone = matchMedia('(pointer: coarse) and (max-width: 64rem)').matches
  const max = isPhone ? MAX_PIXELS_OF_PHONES : MAX_PIXELS
  return Math.min(Math.max(1, devicePixelRatio), Math.sqrt(max / (width * height)))
}
