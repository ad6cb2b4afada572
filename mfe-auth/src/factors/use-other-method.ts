import { useEffect, useRef } from 'react'

const EVENTS = ['input', 'submit', 'click'] as const

/** While a method's error is shown, calls `onOtherMethod` when the user types, submits or presses anything else. */
export function useOtherMethod(error: string | undefined, onOtherMethod: () => void): void {
  const handler = useRef(onOtherMethod)
  handler.current = onOtherMethod
  useEffect(() => {
    if (error === undefined) return
    const notify = ({ type, target }: Event) => {
      const isPress = target instanceof Element && target.closest('button, a') !== null
      if (type !== 'click' || isPress) handler.current()
    }
    for (const event of EVENTS) document.addEventListener(event, notify)
    return () => {
      for (const event of EVENTS) document.removeEventListener(event, notify)
    }
  }, [error])
}
