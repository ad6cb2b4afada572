import { useEffect, useLayoutEffect, useRef } from 'react'

/** Focuses the element on mount, or as soon as `isReady` is true. */
export function useFocusWhenReady<Element extends HTMLElement>(isReady = true) {
  const element = useRef<Element>(null)
  useEffect(() => {
    if (isReady) element.current?.focus()
  }, [isReady])
  return element
}

/**
 * For a result that replaces a form: scrolls to the top of the page and focuses the result, because the pressed button
 * is gone.
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
 * When one form replaces another, focuses the first field of the new one, and scrolls the dialog around it to its top.
 * Does nothing when a dialog opens or closes (`view` is null while closed), because the dialog moves focus itself.
 */
export function useFocusOnChange(view: string | null) {
  const formRef = useRef<HTMLDivElement>(null)
  const previous = useRef(view)
  useEffect(() => {
    const hasChanged = previous.current !== null && view !== null && previous.current !== view
    previous.current = view
    if (!hasChanged) return
    const form = formRef.current
    const field = form?.querySelector<HTMLElement>('[data-initial-focus], input, button')
    const backdrop = form?.closest('[role=dialog]')?.parentElement
    field?.focus({ preventScroll: Boolean(backdrop) })
    if (backdrop) backdrop.scrollTop = 0
  }, [view])
  return formRef
}

/**
 * Restores focus to a control that lost it by being disabled during an action, unless the user has moved focus
 * elsewhere.
 */
export function useRestoreFocus(isBusy: boolean): void {
  const focusedElement = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const previous = focusedElement.current
    focusedElement.current = isBusy ? document.activeElement : null
    const hasNoFocus = document.activeElement === null || document.activeElement === document.body
    if (!isBusy && hasNoFocus && previous instanceof HTMLElement && previous.isConnected)
      previous.focus({ preventScroll: true })
  }, [isBusy])
}
