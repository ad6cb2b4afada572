/**
 * Converts between a page's user space, in which fields are stored, and the page as it is shown: turned by its
 * rotation, with the origin at the upper left corner of its visible box. All lengths are in points.
 */
import type { Rectangle } from '@inkproof/protocol/envelope-fields'
import type { PageSize } from '@inkproof/protocol/envelopes'

/** A page, and its width and height as shown. */
export type PdfPageSize = PageSize & { width: number; height: number }

/** A rectangle on the page as shown; `left` and `top` are distances from the upper left corner. */
export type ShownRectangle = { left: number; top: number; width: number; height: number }

/** Returns a page's size from its visible box and its rotation, which may be any multiple of 90 degrees. */
export function pageSize(box: Rectangle, degrees: number): PdfPageSize {
  const rotation = ((((Math.round(degrees / 90) * 90) % 360) + 360) % 360) as PageSize['rotation']
  return { box, rotation, ...turned(rotation, box) }
}

/** Returns where a rectangle of the user space is shown. */
export function toShown({ box, rotation }: PageSize, rectangle: Rectangle): ShownRectangle {
  const left = rectangle.x - box.x
  const bottom = rectangle.y - box.y
  const right = box.width - left - rectangle.width
  const top = box.height - bottom - rectangle.height
  const corner = {
    0: { left, top },
    90: { left: bottom, top: left },
    180: { left: right, top: bottom },
    270: { left: top, top: right },
  }[rotation]
  return { ...corner, ...turned(rotation, rectangle) }
}

/** Returns the rectangle of the user space that is shown as `shown`; the inverse of {@link toShown}. */
export function fromShown({ box, rotation }: PageSize, shown: ShownRectangle): Rectangle {
  const { width, height } = turned(rotation, shown)
  const distance = {
    0: { left: shown.left, bottom: box.height - shown.top - height },
    90: { left: shown.top, bottom: shown.left },
    180: { left: box.width - shown.left - width, bottom: shown.top },
    270: { left: box.width - shown.top - width, bottom: box.height - shown.left - height },
  }[rotation]
  return { x: box.x + distance.left, y: box.y + distance.bottom, width, height }
}

/** Returns width and height of a rectangle of the user space as shown: swapped if the page is turned by 90 or 270. */
export function shownSize(
  { rotation }: PageSize,
  rectangle: Rectangle,
): { width: number; height: number } {
  return turned(rotation, rectangle)
}

/** Moves a rectangle into the page, and makes it smaller if it is larger than the page. */
export function keepInside(
  page: { width: number; height: number },
  { left, top, width, height }: ShownRectangle,
): ShownRectangle {
  const size = { width: Math.min(width, page.width), height: Math.min(height, page.height) }
  return {
    left: clamp(left, 0, page.width - size.width),
    top: clamp(top, 0, page.height - size.height),
    ...size,
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}

function turned(
  rotation: PageSize['rotation'],
  { width, height }: { width: number; height: number },
): { width: number; height: number } {
  return rotation === 90 || rotation === 270 ? { width: height, height: width } : { width, height }
}
