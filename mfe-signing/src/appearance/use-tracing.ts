import { useState } from 'react'
import type { Mark, MarkKind } from './mark.ts'
import { type PictureProblem, readPicture, UnusablePicture } from './read-picture.ts'
import {
  type Darkness,
  findThreshold,
  measureDarkness,
  type Picture,
  type TraceProblem,
  traceMark,
} from './traced-mark.ts'
import { measureInk, traceStamp } from './traced-stamp.ts'

export type TracingState =
  | { status: 'empty' }
  | { status: 'reading' }
  | { status: 'refused'; problem: PictureProblem | TraceProblem }
  /** `mark` is why there is none at this threshold, or the mark. */
  | ({ status: 'traced'; mark: Mark | TraceProblem } & Traced)

type Traced = { picture: Picture; darkness: Darkness; threshold: number }

export type Tracing = ReturnType<typeof useTracing>

/** Reads a picture and traces its ink. */
export function useTracing(kind: MarkKind) {
  const [state, setState] = useState<TracingState>({ status: 'empty' })
  const readFile = (file: File) => {
    setState({ status: 'reading' })
    traceFile(file, kind).then(setState)
  }
  const setThreshold = (threshold: number) =>
    setState((before) =>
      before.status === 'traced'
        ? { ...before, threshold, mark: trace(kind, { ...before, threshold }) }
        : before,
    )
  return { state, readFile, setThreshold, reset: () => setState({ status: 'empty' }) }
}

/** Returns the traced mark; null if there is none. */
export function markOf({ state }: Pick<Tracing, 'state'>): Mark | null {
  return state.status === 'traced' && typeof state.mark !== 'string' ? state.mark : null
}

async function traceFile(file: File, kind: MarkKind): Promise<TracingState> {
  try {
    const picture = await readPicture(file)
    const darkness = kind === 'stamp' ? measureInk(picture) : measureDarkness(picture)
    const threshold = findThreshold(darkness)
    if (threshold === null) return { status: 'refused', problem: 'no-ink' }
    const mark = trace(kind, { picture, darkness, threshold })
    if (typeof mark === 'string') return { status: 'refused', problem: mark }
    return { status: 'traced', picture, darkness, threshold, mark }
  } catch (error) {
    const problem = error instanceof UnusablePicture ? error.problem : 'unreadable'
    return { status: 'refused', problem }
  }
}

function trace(kind: MarkKind, { darkness, picture, threshold }: Traced): Mark | TraceProblem {
  return kind === 'stamp'
    ? traceStamp(picture, darkness, threshold)
    : traceMark(darkness, threshold)
}
