import { useState } from 'react'
import { type AuthCall, addressOf } from './call.ts'
import { type Answer, runCall } from './run-call.ts'

/** How the last run of a call stands. */
export type Run =
  | { step: 'not run' }
  | { step: 'running' }
  | { step: 'answered'; answer: Answer }
  | { step: 'failed' }

/** What was filled in for a call, and what it answered: kept while its row is closed. */
export function useCall(call: AuthCall) {
  const [values, setValues] = useState<Record<string, string>>(call.query ?? {})
  const [body, setBody] = useState(call.body ? JSON.stringify(call.body, null, 2) : '')
  const [run, setRun] = useState<Run>({ step: 'not run' })

  async function start() {
    setRun({ step: 'running' })
    try {
      setRun({ step: 'answered', answer: await runCall(call, addressOf(call, values), body) })
    } catch {
      setRun({ step: 'failed' })
    }
  }

  const setValue = (name: string, value: string) => setValues({ ...values, [name]: value })
  return { values, setValue, body, setBody, run, start }
}
