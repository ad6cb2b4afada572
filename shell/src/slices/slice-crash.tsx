import { useState } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router-dom'
import { SliceFailure } from './slice-failure.tsx'

/** A page of the slice broke while it was drawn: the frame and the other slices go on. */
export function SliceCrash({ id }: { id: string }) {
  const error = useRouteError()
  const location = useLocation()
  const navigate = useNavigate()
  const [tries, setTries] = useState(0)

  async function retry() {
    setTries((count) => count + 1)
    // A new visit of the same address takes the boundary's error away.
    await navigate(location, { replace: true, preventScrollReset: true })
  }
  return <SliceFailure sliceId={id} error={error} tries={tries} onRetry={retry} />
}
