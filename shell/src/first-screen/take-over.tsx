/**
 * Takes over the first screen that the gateway included in the page. The first render replaces the frame; the parts that
 * are still loading stay on screen until they have loaded.
 */
import { type ReactNode, useCallback } from 'react'

const parts = new Map<string, Element>()

/** The index of the focused link among all links (-1 if none is focused), and the scroll offset in pixels. */
let position = { link: -1, offset: 0 }

/** Keeps the parts of the first screen in `container` for {@link FirstScreen}. Call before the first render. */
export function keepFirstScreen(container: Element): void {
  const { classList } = document.documentElement
  if (classList.contains('translated')) return
  for (const part of container.querySelectorAll<HTMLElement>('[data-first]')) {
    const name = part.dataset['first'] ?? ''
    if (name !== 'menu' || !classList.contains('signed-in')) parts.set(name, part)
  }
  savePosition()
}

type FirstScreenProps = { part: 'page' | 'menu'; fallback: ReactNode }

/** Renders a part of the first screen while its script is loading for the first time, and `fallback` afterwards. */
export function FirstScreen({ part, fallback }: FirstScreenProps) {
  const element = parts.get(part)
  const adopt = useCallback(
    (parent: HTMLElement | null) => {
      if (element !== undefined) parent?.append(element)
      // After the router, which scrolls a new page to its top.
      queueMicrotask(restorePosition)
      return () => {
        parts.delete(part)
        savePosition()
        queueMicrotask(restorePosition)
      }
    },
    [element, part],
  )
  return element === undefined ? fallback : <div className="contents" ref={adopt} />
}

function savePosition(): void {
  const link = links().indexOf(document.activeElement as HTMLElement)
  position = { link, offset: scrollY }
}

/** The links of the first screen are those of the page, in the same order. */
function restorePosition(): void {
  if (position.link >= 0) links()[position.link]?.focus({ preventScroll: true })
  if (position.offset > 0) scrollTo(0, position.offset)
}

function links(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('#root a')]
}
