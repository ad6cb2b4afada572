import { useEffect, useRef, useState } from 'react'
import {
  type StrengthResult,
  type StrengthWorker,
  startStrengthWorker,
} from './start-strength-worker.ts'
import { type Strength, strengthOf } from './strength.ts'

export type StrengthMeterProps = {
  password: string
  /** Names and addresses of the person, which an attacker would try. */
  about?: readonly string[]
}

const FILLS: Record<Strength['level'], string> = {
  0: 'bg-hover',
  1: 'bg-danger',
  2: 'bg-warning',
  3: 'bg-success',
  4: 'bg-success',
}
const QUARTERS = [1, 2, 3, 4] as const

/** Shown below a new password: how hard it is to guess, and why. It advises and never refuses. */
export function StrengthMeter({ password, about = [] }: StrengthMeterProps) {
  const { level, says } = strengthOf(password, useJudged(password, about.join('\n')))
  return (
    <div className="mt-2.5">
      <div aria-hidden="true" className="grid grid-cols-4 gap-1.5">
        {QUARTERS.map((quarter) => (
          <span
            key={quarter}
            className={`h-1 rounded-full transition-colors duration-slow ${FILLS[quarter <= level ? level : 0]}`}
          />
        ))}
      </div>
      <p role="status" className="mt-1.5 min-h-[2lh] text-ink-muted text-sm">
        {says}
      </p>
    </div>
  )
}

/** The latest evaluation. The code is loaded once there is something to evaluate. */
function useJudged(password: string, about: string): StrengthResult | null {
  const [judged, setJudged] = useState<StrengthResult | null>(null)
  const judge = useRef<StrengthWorker | null>(null)
  useEffect(() => {
    if (password === '') return
    judge.current ??= startStrengthWorker(setJudged)
    judge.current.evaluate(password, about.split('\n').filter(Boolean))
  }, [password, about])
  useEffect(
    () => () => {
      judge.current?.stop()
      judge.current = null
    },
    [],
  )
  return judged
}
