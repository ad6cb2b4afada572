import { useEffect, useState } from 'react'

const DELAY_MS = 150

/** True once the condition has been true for {@link DELAY_MS}, so that short states do not flicker. */
export function useDelayed(condition: boolean): boolean {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    if (!condition) return
    const timer = setTimeout(() => setIsDue(true), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setIsDue(false)
    }
  }, [condition])
  return condition && isDue
}
