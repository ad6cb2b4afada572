import type { Envelope, SigningBasis } from '@inkproof/protocol/envelopes'
import { useEffect, useRef, useState } from 'react'
import { type Expected, PreparedDiffers } from './check-prepared.ts'
import { type Failure, failureOf } from './failure.ts'
import { loadReview, type Review } from './load-review.ts'

export type ReviewState =
  | { status: 'loading' }
  | { status: 'failed'; failure: Failure; isRefused: boolean }
  | { status: 'ready'; review: Review }

/** Loads the review once, and again on `retry`. Closes the document with the page. */
export function useReview(
  envelope: Pick<Envelope, 'id' | 'recipients'>,
  basis: SigningBasis,
  expected: Expected,
): [ReviewState, retry: () => void] {
  const [state, setState] = useState<ReviewState>({ status: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // Later responses of the service must not replace what is being reviewed.
  const input = useRef({ envelope, basis, expected })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads once.
  useEffect(() => {
    const controller = new AbortController()
    let review: Review | null = null
    setState({ status: 'loading' })
    const first = input.current
    loadReview(first.envelope, first.basis, first.expected, controller.signal).then(
      (loaded) => {
        review = loaded
        if (controller.signal.aborted) loaded.pdf.close()
        else setState({ status: 'ready', review: loaded })
      },
      (error: unknown) => {
        if (controller.signal.aborted) return
        const isRefused = error instanceof PreparedDiffers
        setState({ status: 'failed', failure: failureOf(error), isRefused })
      },
    )
    return () => {
      controller.abort()
      review?.pdf.close()
    }
  }, [attempt])

  return [state, () => setAttempt((number) => number + 1)]
}
