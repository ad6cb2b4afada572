import { useCallback, useState } from 'react'

export type ScopedPortal = {
  /** Attach to a hidden element inside the component; the element's position determines the slice. */
  probeRef: (element: Element | null) => void
  /** The container to render floating content into; null until the probe is mounted. */
  container: HTMLElement | null
}

/**
 * Finds or creates a container for floating content at the end of the body, with the `data-slice` of
 * the enclosing slice. Without that attribute, the slice's scoped styles would not apply there.
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
  const existing = [...portals].find((portal) => portal.getAttribute('data-slice') === slice)
  return existing ?? createContainer(element.ownerDocument, slice)
}

function createContainer(page: Document, slice: string): HTMLElement {
  const container = page.createElement('div')
  container.setAttribute('data-slice', slice)
  container.setAttribute('data-portals', '')
  page.body.append(container)
  return container
}
