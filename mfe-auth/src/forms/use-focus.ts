import { useEffect, useRef } from 'react'

/** Gives the element the focus when it appears; where what it waits for is said, once that is true. */
export function useFocusOnce<Element extends HTMLElement>(isTrue = true) {
  const element = useRef<Element>(null)
  useEffect(() => {
    if (isTrue) element.current?.focus()
  }, [isTrue])
  return element
}

/**
 * The button that led to another form is gone with its own: the new one's first field takes the focus. From
 * nothing (null) to the first form, and back to nothing, it stays where it is: a dialog that opens or closes
 * moves it itself.
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
