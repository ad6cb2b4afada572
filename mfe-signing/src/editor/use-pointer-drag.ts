import { type PointerEvent, useRef } from 'react'

/** A pointer that moved less, in CSS pixels, has clicked. */
const THRESHOLD_PX = 4

export type Distance = { dx: number; dy: number }

type DragHandlers = {
  /** Called while the pointer moves, with the distance since it was pressed. */
  onDrag: (distance: Distance, event: globalThis.PointerEvent) => void
  /** Called when the pointer is released; null if the browser canceled the drag, for example to scroll. */
  onDrop: (distance: Distance | null, event: globalThis.PointerEvent) => void
}

/** Returns a handler of `pointerdown` that follows the pointer until it is released. Clicks are not affected. */
export function usePointerDrag({ onDrag, onDrop }: DragHandlers) {
  const latest = useRef({ onDrag, onDrop })
  latest.current = { onDrag, onDrop }
  return (start: PointerEvent<HTMLElement>) => {
    if (start.button !== 0) return
    const { clientX, clientY, pointerId } = start
    const listeners = new AbortController()
    let isDragging = false
    const distance = (event: globalThis.PointerEvent) => ({
      dx: event.clientX - clientX,
      dy: event.clientY - clientY,
    })
    const listen = (type: string, handle: (event: globalThis.PointerEvent) => void) =>
      addEventListener(
        type,
        (event) => {
          if ((event as globalThis.PointerEvent).pointerId === pointerId)
            handle(event as globalThis.PointerEvent)
        },
        { signal: listeners.signal },
      )
    listen('pointermove', (event) => {
      const { dx, dy } = distance(event)
      isDragging ||= Math.hypot(dx, dy) >= THRESHOLD_PX
      if (isDragging) latest.current.onDrag({ dx, dy }, event)
    })
    listen('pointerup', (event) => {
      listeners.abort()
      if (!isDragging) return
      suppressClick()
      latest.current.onDrop(distance(event), event)
    })
    listen('pointercancel', (event) => {
      listeners.abort()
      if (isDragging) latest.current.onDrop(null, event)
    })
  }
}

/** The browser sends a click after a drag that ends over the element where it started. */
function suppressClick(): void {
  const listeners = new AbortController()
  const stop = (event: Event) => {
    event.stopPropagation()
    event.preventDefault()
  }
  addEventListener('click', stop, { capture: true, once: true, signal: listeners.signal })
  setTimeout(() => listeners.abort())
}
