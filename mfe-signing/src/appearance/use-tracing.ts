import { useState } from 'react'
import type { Mark, MarkKind } from './mark.ts'
import { type PictureProblem, readPicture, UnusablePicture } from './read-picture.ts'
import {
  type Darkness,
  findThreshold,
  measureDarkness,
  type Picture,
  traceMark,
} from './traced-mark.ts'
import { measureInk, traceStamp } from './traced-stamp.ts'

export type TracingState =
  | { status: 'empty' }
  | { status: 'reading' }
  | { status: 'refused'; problem: PictureProblem | 'no-ink' }
  /** `mark` is null if the threshold leaves no ink. */
  | { status: 'traced'; picture: Picture; darkness: Darkness; threshold: number; mark: Mark | null }

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

async function traceFile(file: File, kind: MarkKind): Promise<TracingState> {
  try {
    const picture = await readPicture(file)
    const darkness = kind === 'stamp' ? measureInk(picture) : measureDarkness(picture)
    const threshold = findThreshold(darkness)
    const mark = threshold === null ? null : trace(kind, { picture, darkness, threshold })
    if (threshold === null || mark === null) return { status: 'refused', problem: 'no-ink' }
    return { status: 'traced', picture, darkness, threshold, mark }
  } catch (error) {
    const problem = error instanceof UnusablePicture ? error.problem : 'unreadable'
    return { status: 'refused', problem }
  }
}

type Traced = { picture: Picture; darkness: Darkness; threshold: number }

function trace(kind: MarkKind, { darkness, picture, threshold }: Traced): Mark | null {
  return kind === 'stamp'
    ? traceStamp(picture, darkness, threshold)
    : traceMark(darkness, threshold)
}
