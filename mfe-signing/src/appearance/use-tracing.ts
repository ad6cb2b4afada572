import { useState } from 'react'
import type { Mark } from './mark.ts'
import { type PictureProblem, readPicture, UnusablePicture } from './read-picture.ts'
import { type Darkness, findThreshold, measureDarkness, traceMark } from './traced-mark.ts'

export type TracingState =
  | { status: 'empty' }
  | { status: 'reading' }
  | { status: 'refused'; problem: PictureProblem | 'no-ink' }
  /** `mark` is null if the threshold leaves no ink. */
  | { status: 'traced'; darkness: Darkness; threshold: number; mark: Mark | null }

export type Tracing = ReturnType<typeof useTracing>

/** Reads a picture and traces its ink. */
export function useTracing() {
  const [state, setState] = useState<TracingState>({ status: 'empty' })
  const readFile = (file: File) => {
    setState({ status: 'reading' })
    traceFile(file).then(setState)
  }
  const setThreshold = (threshold: number) =>
    setState((before) =>
      before.status === 'traced'
        ? { ...before, threshold, mark: traceMark(before.darkness, threshold) }
        : before,
    )
  return { state, readFile, setThreshold, reset: () => setState({ status: 'empty' }) }
}

async function traceFile(file: File): Promise<TracingState> {
  try {
    const darkness = measureDarkness(await readPicture(file))
    const threshold = findThreshold(darkness)
    const mark = threshold === null ? null : traceMark(darkness, threshold)
    if (threshold === null || mark === null) return { status: 'refused', problem: 'no-ink' }
    return { status: 'traced', darkness, threshold, mark }
  } catch (error) {
    const problem = error instanceof UnusablePicture ? error.problem : 'unreadable'
    return { status: 'refused', problem }
  }
}
