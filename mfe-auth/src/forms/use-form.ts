import { type FormEvent, useState } from 'react'

type Submission = { step: 'editing' } | { step: 'pending' } | { step: 'failed'; error: string }

/** The value of a form's field by its name; empty where there is none. */
export type ReadField = (name: string) => string

/** How a form's submission stands; `form` goes onto the form element. */
export type Form = {
  isPending: boolean
  error: string | undefined
  form: { onSubmit: (event: FormEvent<HTMLFormElement>) => void; 'aria-busy': boolean }
}

/**
 * Sends a form once at a time. A failure shows the error's message, else the fallback, until the next
 * submit (specification §4).
 */
export function useForm(send: (field: ReadField) => Promise<void>, fallback: string): Form {
  const [state, setState] = useState<Submission>({ step: 'editing' })
  const isPending = state.step === 'pending'

  async function submit(fields: Readonly<Record<string, string>>) {
    setState({ step: 'pending' })
    try {
      await send((name) => fields[name] ?? '')
      setState({ step: 'editing' })
    } catch (error) {
      const message = error instanceof Error ? error.message : ''
      setState({ step: 'failed', error: message || fallback })
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isPending) void submit(valuesOf(event.currentTarget))
  }

  const error = state.step === 'failed' ? state.error : undefined
  return { isPending, error, form: { onSubmit, 'aria-busy': isPending } }
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement)
  return Object.fromEntries(inputs.map(({ name, value }) => [name, value]))
}
