import { createElement, type ReactNode, useCallback, useState } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Returns the page's first screen, which the gateway included, if it is on screen when the component first renders. A
 * page that still has to load its content shows it with {@link RetainedFirstScreen} instead of a placeholder. Null at
 * any other address, to which the user can navigate while the component stays.
 */
export function useFirstScreen(): Element | null {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const [first] = useState(() => ({
    address,
    element: document.querySelector('main [data-first="page"]'),
  }))
  return address === first.address ? first.element : null
}

/** Renders a page's first screen, without changing it. */
export function RetainedFirstScreen({ element }: { element: Element }): ReactNode {
  const adopt = useCallback((parent: HTMLElement | null) => parent?.append(element), [element])
  return createElement('div', { className: 'contents', ref: adopt })
}

type IncludedProps = { address: string; fallback: ReactNode }

/** At this place in a first screen, the gateway includes what an address returns (see slice-kit). */
export function Included({ address, fallback }: IncludedProps): ReactNode {
  return createElement('ssi-include', { address }, fallback)
}
