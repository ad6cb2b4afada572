import type { CallDefinition } from '@inkproof/protocol/call'
import { urlOf } from '@inkproof/protocol/call-url'
import { useState } from 'react'
import { type CallResponse, runCall } from './run-call.ts'

/** The state of a call's last run. */
export type Run =
  | { step: 'not run' }
  | { step: 'running' }
  | { step: 'responded'; response: CallResponse }
  | { step: 'failed' }

/** The input and the last run of a call; both are kept while its row is closed. */
export function useCall(call: CallDefinition) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(call.console?.query ?? {})
  const [body, setBody] = useState(exampleBody(call))
  const [run, setRun] = useState<Run>({ step: 'not run' })

  async function start() {
    setRun({ step: 'running' })
    try {
      setRun({ step: 'responded', response: await runCall(call, callUrl(call, values), body) })
    } catch {
      setRun({ step: 'failed' })
    }
  }

  const setValue = (name: string, value: string) => setValues({ ...values, [name]: value })
  return { values, setValue, body, setBody, run, start }
}

/** Returns the initial body as JSON text with values to fill in; empty if the call has no body. */
function exampleBody({ body, console: entry }: CallDefinition): string {
  return body ? JSON.stringify(entry?.body ?? {}, null, 2) : ''
}

/** Returns the URL of the call with the entered path parameters and the non-empty query parameters. */
function callUrl(call: CallDefinition, values: Readonly<Record<string, string>>): string {
  const names = Object.keys(call.console?.query ?? {})
  const query = Object.fromEntries(names.map((name) => [name, values[name] || undefined]))
  return urlOf(call, { params: values, query })
}
