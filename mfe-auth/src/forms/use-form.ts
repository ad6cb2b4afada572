import { type FormEvent, type RefCallback, useId, useMemo, useState } from 'react'
import { createDraftRef } from './drafts.ts'
import { getErrorFields } from './field-error.ts'
import { useRestoreFocus } from './use-focus.ts'

type Submission =
  | { step: 'editing' }
  | { step: 'pending' }
  | { step: 'failed'; error: string; fields: readonly string[] }

/** Returns the value of a form's field by its name; an empty string if there is none. */
export type ReadField = (name: string) => string

/** Returns the id of the error's element for `aria-describedby`; undefined if the error is not about this field. */
export type GetFieldErrorId = (name: string) => string | undefined

/** The state of a form's submission. Pass `form` to the form element and `errorId` to the error's element. */
export type Form = {
  isPending: boolean
  error: string | undefined
  errorId: string
  fieldErrorId: GetFieldErrorId
  form: {
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
    'aria-busy': boolean
    ref: RefCallback<HTMLFormElement> | undefined
  }
}

/**
 * Submits a form, one submission at a time. A failure shows the error's message, or the fallback, until the next
 * submission (specification §4). The values of a form with a `draft` name survive the end of the session.
 */
export function useForm(
  send: (field: ReadField) => Promise<void>,
  fallback: string,
  draft?: string,
): Form {
  const [state, setState] = useState<Submission>({ step: 'editing' })
  const errorId = useId()
  const ref = useMemo(() => (draft === undefined ? undefined : createDraftRef(draft)), [draft])
  const isPending = state.step === 'pending'
  useRestoreFocus(isPending)

  async function submit(fields: Readonly<Record<string, string>>) {
    setState({ step: 'pending' })
    try {
      await send((name) => fields[name] ?? '')
      setState({ step: 'editing' })
    } catch (error) {
      const message = error instanceof Error ? error.message : ''
      setState({ step: 'failed', error: message || fallback, fields: getErrorFields(error) })
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isPending) void submit(getValues(event.currentTarget))
  }

  const failure = state.step === 'failed' ? state : undefined
  return {
    isPending,
    error: failure?.error,
    errorId,
    fieldErrorId: (name) => (failure?.fields.includes(name) ? errorId : undefined),
    form: { onSubmit, 'aria-busy': isPending, ref },
  }
}

function getValues(form: HTMLFormElement): Record<string, string> {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement)
  return Object.fromEntries(inputs.map(({ name, value }) => [name, value]))
}
