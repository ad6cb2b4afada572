import { useEffect, useLayoutEffect, useRef } from 'react'

/** Gives the element the focus when it appears; where what it waits for is said, once that is true. */
export function useFocusOnce<Element extends HTMLElement>(isTrue = true) {
  const element = useRef<Element>(null)
  useEffect(() => {
    if (isTrue) element.current?.focus()
  }, [isTrue])
  return element
}

/**
 * What came of a form stands in its place: it takes the focus, as the button that was pressed is gone, and the
 * page is at its top again, however far down it was read.
 */
export function useOutcome<Element extends HTMLElement>() {
  const element = useRef<Element>(null)
  useEffect(() => {
    document.documentElement.scrollTop = 0
    element.current?.focus({ preventScroll: true })
  }, [])
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

/**
 * A control that is disabled while something is under way loses the focus, and has it again afterwards, unless
 * it stands somewhere else by then.
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
