/** What a radio button looks like, for pages of a browser and for the PDF. */

/**
 * Returns the radii of the ring and of the dot of a selected button, both around the center of the field.
 *
 * @param size of the field, in points; the radii, too
 */
export function radioRadii({ height, width }: { width: number; height: number }): {
  ring: number
  dot: number
} {
  const ring = (Math.min(width, height) - 1) / 2
  return { ring, dot: ring * 0.55 }
}
