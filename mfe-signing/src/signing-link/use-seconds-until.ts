import { useEffect, useState } from 'react'

/** Returns how many seconds are left until a time; 0 afterwards. */
export function useSecondsUntil(time: string): number {
  const [now, setNow] = useState(Date.now)
  const end = Date.parse(time)
  const seconds = Math.max(0, Math.ceil((end - now) / 1000))
  const isOver = seconds === 0
  useEffect(() => {
    setNow(Date.now())
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return seconds
}
