import { createElement, type ReactNode, useCallback, useState } from 'react'

/**
 * Returns the page's first screen, which the gateway included, if it is on screen when the component first renders. A
 * page that still has to load its content shows it with {@link FirstScreenOnScreen} instead of a placeholder.
 */
export function useFirstScreen(): Element | null {
  const [element] = useState(() => document.querySelector('main [data-first="page"]'))
  return element
}

/** Keeps a page's first screen on screen. */
export function FirstScreenOnScreen({ element }: { element: Element }): ReactNode {
  const adopt = useCallback((parent: HTMLElement | null) => parent?.append(element), [element])
  return createElement('div', { className: 'contents', ref: adopt })
}
