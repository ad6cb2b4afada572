import { useState } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router-dom'
import { SliceFailure } from './slice-failure.tsx'

/** Shown if a page of the slice failed to render: the frame and the other slices keep working. */
export function SliceCrash({ id }: { id: string }) {
  const error = useRouteError()
  const location = useLocation()
  const navigate = useNavigate()
  const [retryCount, setRetryCount] = useState(0)

  async function retry() {
    setRetryCount((count) => count + 1)
    // Navigating to the same address clears the boundary's error.
    await navigate(location, { replace: true, preventScrollReset: true })
  }
  return <SliceFailure sliceId={id} error={error} retryCount={retryCount} onRetry={retry} />
}
