import { useEffect, useState } from 'react'
import { followHeads, useHeads } from './heads.store.ts'

/** The heads, updated live while the component is shown. */
export function useLiveHeads() {
  useEffect(followHeads, [])
  return useHeads()
}

/** The current time, updated regularly: for "12 s ago" and "in 3 s". */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return now
}
