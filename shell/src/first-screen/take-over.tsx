/**
 * Takes over the first screen that the gateway included in the page. The first render replaces the frame; the parts that
 * are still loading stay on screen until they have loaded.
 */
import { type ReactNode, useCallback } from 'react'

const parts = new Map<string, Element>()

/** What the visitor did with the first screen: the position of the link in focus among all links, and the scroll offset. */
let kept = { link: -1, offset: 0 }

/** Keeps the parts of the first screen in `container` for {@link FirstScreen}. Call before the first render. */
export function keepFirstScreen(container: Element): void {
  const { classList } = document.documentElement
  if (classList.contains('translated')) return
  for (const part of container.querySelectorAll<HTMLElement>('[data-first]')) {
    const name = part.dataset['first'] ?? ''
    if (name !== 'menu' || !classList.contains('signed-in')) parts.set(name, part)
  }
  keepPosition()
}

type FirstScreenProps = { part: 'page' | 'menu'; otherwise: ReactNode }

/** A part of the first screen while its script is loading for the first time; afterwards `otherwise`. */
export function FirstScreen({ part, otherwise }: FirstScreenProps) {
  const element = parts.get(part)
  const adopt = useCallback(
    (parent: HTMLElement | null) => {
      if (element !== undefined) parent?.append(element)
      // After the router, which scrolls a new page to its top.
      queueMicrotask(restorePosition)
      return () => {
        parts.delete(part)
        keepPosition()
        queueMicrotask(restorePosition)
      }
    },
    [element, part],
  )
  return element === undefined ? otherwise : <div className="contents" ref={adopt} />
}

function keepPosition(): void {
  const link = links().indexOf(document.activeElement as HTMLElement)
  kept = { link, offset: scrollY }
}

/** The links of the first screen are those of the page, in the same order. */
function restorePosition(): void {
  if (kept.link >= 0) links()[kept.link]?.focus({ preventScroll: true })
  if (kept.offset > 0) scrollTo(0, kept.offset)
}

function links(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('#root a')]
}
