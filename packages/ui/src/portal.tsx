import { useCallback, useState } from 'react'

export type ScopedPortal = {
  /** Attach to a hidden element in place: it determines the enclosing slice. */
  probeRef: (element: Element | null) => void
  /** The container to render floating content into; null until the probe is mounted. */
  container: HTMLElement | null
}

/**
 * Floating content is rendered outside the slice's wrapper, where the slice's scoped styles do not
 * apply. This hook finds (or creates) a container at the end of the body with the same
 * `data-slice`.
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
