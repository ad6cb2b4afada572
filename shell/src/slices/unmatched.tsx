import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { NotFound } from '../frame/not-found.tsx'
import { useFailures } from './failures.ts'
import { prepareRetry } from './prepare-retry.ts'
import { readRegistry, sliceFor, useRegistry } from './registry.ts'
import { SliceFailure } from './slice-failure.tsx'

/** No route matches this address: its slice failed, the registry could not be read, or the address is unknown. */
export function Unmatched() {
  const location = useLocation()
  const navigate = useNavigate()
  const { isRead, slices } = useRegistry()
  const failures = useFailures()
  const [retryCount, setRetryCount] = useState(0)
  const slice = sliceFor(location.pathname, slices)
  const error = slice === null ? null : failures[slice.id]
  if (isRead && !error) return <NotFound />

  async function retry() {
    setRetryCount((count) => count + 1)
    await prepareRetry(slice)
    if (!isRead) await readRegistry()
    // Navigating to the same address makes the router load the slice again.
    await navigate(location, { replace: true, preventScrollReset: true })
  }
  return <SliceFailure error={error} retryCount={retryCount} onRetry={retry} />
}
