import { useEffect, useRef, useState } from 'react'
import {
  type StrengthResult,
  type StrengthWorker,
  startStrengthWorker,
} from './start-strength-worker.ts'
import { describeStrength, type Strength } from './strength.ts'

export type StrengthMeterProps = {
  password: string
  /** Names and addresses of the user, which an attacker would try. */
  personalTerms?: readonly string[]
}

const LEVEL_COLORS: Record<Strength['level'], string> = {
  0: 'bg-hover',
  1: 'bg-danger',
  2: 'bg-warning',
  3: 'bg-success',
  4: 'bg-success',
}
const QUARTERS = [1, 2, 3, 4] as const

/** Shows below a new password how hard it is to guess, and why. It only advises and never rejects a password. */
export function StrengthMeter({ password, personalTerms = [] }: StrengthMeterProps) {
  const { level, message } = describeStrength(
    password,
    useEvaluation(password, personalTerms.join('\n')),
  )
  return (
    <div className="mt-2.5">
      <div aria-hidden="true" className="grid grid-cols-4 gap-1.5">
        {QUARTERS.map((quarter) => (
          <span
            key={quarter}
            className={`h-1 rounded-full transition-colors duration-slow ${LEVEL_COLORS[quarter <= level ? level : 0]}`}
          />
        ))}
      </div>
      <p role="status" className="mt-1.5 min-h-[2lh] text-ink-muted text-sm">
        {message}
      </p>
    </div>
  )
}

/** Returns the latest evaluation. The worker is started when there is something to evaluate. */
function useEvaluation(password: string, personalTerms: string): StrengthResult | null {
  const [result, setResult] = useState<StrengthResult | null>(null)
  const worker = useRef<StrengthWorker | null>(null)
  useEffect(() => {
    if (password === '') return
    worker.current ??= startStrengthWorker(setResult)
    worker.current.evaluate(password, personalTerms.split('\n').filter(Boolean))
  }, [password, personalTerms])
  useEffect(
    () => () => {
      worker.current?.stop()
      worker.current = null
    },
    [],
  )
  return result
}
