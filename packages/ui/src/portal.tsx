import { useCallback, useState } from 'react'

export type ScopedPortal = {
  /** Put on a hidden element in place: it tells which slice's markup we are in. */
  probeRef: (element: Element | null) => void
  /** Where to render what floats; null until the probe is in the page. */
  container: HTMLElement | null
}

/**
 * Floating parts leave the slice's wrapper, and with it the scope of the slice's styles. This finds
 * (or makes) a container at the end of the body that carries the same `data-slice`.
 */
export function useScopedPortal(): ScopedPortal {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const probeRef = useCallback((element: Element | null) => {
    if (element) setContainer(containerFor(element))
  }, [])
  return { probeRef, container }
}

function containerFor(element: Element): HTMLElement {
  const slice = element.closest('[data-slice]')?.getAttribute('data-slice')
  if (!slice) return element.ownerDocument.body
  const portals = element.ownerDocument.querySelectorAll<HTMLElement>('[data-portals]')
  const known = [...portals].find((portal) => portal.getAttribute('data-slice') === slice)
  return known ?? makeContainer(element.ownerDocument, slice)
}

function makeContainer(page: Document, slice: string): HTMLElement {
  const made = page.createElement('div')
  made.setAttribute('data-slice', slice)
  made.setAttribute('data-portals', '')
  page.body.append(made)
  return made
}
