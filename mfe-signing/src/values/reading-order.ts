/** A rectangle on a page, in the page's user space: `y` is the distance of its lower edge from the lower edge of the page. */
type Placed = { page: number; rectangle: { x: number; y: number; width: number; height: number } }

/** Orders by page, then from top to bottom, then from left to right. Rectangles whose centers are close are in one line. */
export function compareInReadingOrder(a: Placed, b: Placed): number {
  if (a.page !== b.page) return a.page - b.page
  const distance = centerOf(b) - centerOf(a)
  const isSameLine = Math.abs(distance) < Math.min(a.rectangle.height, b.rectangle.height) / 2
  return isSameLine ? a.rectangle.x - b.rectangle.x : distance
}

function centerOf({ rectangle: { height, y } }: Placed): number {
  return y + height / 2
}
