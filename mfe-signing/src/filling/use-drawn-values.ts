import { useEffect, useState } from 'react'
import { type Failure, failureOf } from '../signing/failure.ts'
import { type DrawnValues, drawValues } from './draw-values.ts'
import type { EnteredValues } from './entered-db.ts'
import type { CheckedDocument } from './use-checked-document.ts'

export type Drawing = DrawnValues & {
  /** Whether `values` show what is entered now. */
  isCurrent: boolean
  failure: Failure | null
}

const NOTHING: Drawing = { values: [], problems: new Map(), isCurrent: false, failure: null }

/**
 * Draws what is entered after each change, and when `isFinal` changes: the signature's field says when it was signed, so it
 * is drawn again right before that.
 */
export function useDrawnValues(
  checked: CheckedDocument,
  values: EnteredValues,
  isFinal: boolean,
): Drawing & { retry: () => void } {
  const [drawing, setDrawing] = useState(NOTHING)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isFinal` changes the time that is drawn, `attempt` repeats it.
  useEffect(() => {
    let isCurrent = true
    setDrawing((before) => ({ ...before, isCurrent: false }))
    drawValues(checked, values, new Date()).then(
      (drawn) => {
        if (isCurrent) setDrawing({ ...drawn, isCurrent: true, failure: null })
      },
      (error: unknown) => {
        if (isCurrent) setDrawing((before) => ({ ...before, failure: failureOf(error) }))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [checked, values, isFinal, attempt])
  return { ...drawing, retry: () => setAttempt((number) => number + 1) }
}
