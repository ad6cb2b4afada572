import { useEffect, useRef } from 'react'

const EVENTS = ['input', 'submit', 'click'] as const

/** While a method's error is shown, calls `onLeave` as soon as the user types, submits or presses anything else. */
export function useOtherMethod(error: string | undefined, onLeave: () => void): void {
  const handler = useRef(onLeave)
  handler.current = onLeave
  useEffect(() => {
    if (error === undefined) return
    const leave = ({ type, target }: Event) => {
      const isPress = target instanceof Element && target.closest('button, a') !== null
      if (type !== 'click' || isPress) handler.current()
    }
    for (const event of EVENTS) document.addEventListener(event, leave)
    return () => {
      for (const event of EVENTS) document.removeEventListener(event, leave)
    }
  }, [error])
}
