import { useEffect, useLayoutEffect, useRef } from 'react'

/** Focuses the element when it appears or, if a condition is given, once that is true. */
export function useFocusOnce<Element extends HTMLElement>(isTrue = true) {
  const element = useRef<Element>(null)
  useEffect(() => {
    if (isTrue) element.current?.focus()
  }, [isTrue])
  return element
}

/**
 * The result of a form replaces the form and receives the focus, because the pressed button is gone and the page is
 * scrolled to the top.
 */
export function useFocusOnMount<Element extends HTMLElement>() {
  const element = useRef<Element>(null)
  useEffect(() => {
    document.documentElement.scrollTop = 0
    element.current?.focus({ preventScroll: true })
  }, [])
  return element
}

/**
 * When one form replaces another, focuses the new one's first field. Going from no form (null) to the first one or
 * back does not move the focus: a dialog that opens or closes does that itself.
 */
export function useFocusOnChange(view: string | null) {
  const form = useRef<HTMLDivElement>(null)
  const before = useRef(view)
  useEffect(() => {
    const isChange = before.current !== null && view !== null && before.current !== view
    before.current = view
    if (isChange) form.current?.querySelector<HTMLElement>('[data-start], input, button')?.focus()
  }, [view])
  return form
}

/**
 * A control that is disabled during an action loses the focus; this restores it afterwards, unless it was moved
 * elsewhere.
 */
export function useFocusBack(isBusy: boolean): void {
  const lost = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const before = lost.current
    lost.current = isBusy ? document.activeElement : null
    const isNowhere = document.activeElement === null || document.activeElement === document.body
    if (!isBusy && isNowhere && before instanceof HTMLElement && before.isConnected)
      before.focus({ preventScroll: true })
  }, [isBusy])
}
