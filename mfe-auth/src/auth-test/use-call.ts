import type { CallDefinition } from '@inkproof/protocol/call'
import { urlOf } from '@inkproof/slice-parts/call'
import { useState } from 'react'
import { type Answer, runCall } from './run-call.ts'

/** How the last run of a call stands. */
export type Run =
  | { step: 'not run' }
  | { step: 'running' }
  | { step: 'answered'; answer: Answer }
  | { step: 'failed' }

/** What was filled in for a call, and what it answered: kept while its row is closed. */
export function useCall(call: CallDefinition) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(call.console?.query ?? {})
  const [body, setBody] = useState(exampleOf(call))
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

/** The body to begin with, as text; what is empty in it is to be filled in. */
function exampleOf({ body, console: entry }: CallDefinition): string {
  return body ? JSON.stringify(entry?.body ?? {}, null, 2) : ''
}

/** The address with what was filled in; of the query, what is not empty. */
function addressOf(call: CallDefinition, values: Readonly<Record<string, string>>): string {
  const names = Object.keys(call.console?.query ?? {})
  const query = Object.fromEntries(names.map((name) => [name, values[name] || undefined]))
  return urlOf(call, { params: values, query })
}
