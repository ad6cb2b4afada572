import type { SignedIn } from '@inkproof/protocol/auth'
import { signedIn } from '@inkproof/slice'
import { type Form, type ReadField, useForm } from './use-form.ts'

/** {@link useForm} for a form that signs the person in. */
export function useSubmit(send: (field: ReadField) => Promise<SignedIn>, fallback: string): Form {
  return useForm(async (field) => {
    const { user, token } = await send(field)
    signedIn(user, token)
  }, fallback)
}
