import { type AuthMode, openAuth } from '@inkproof/slice'
import { create } from 'zustand'

/** The address the dialog's forms start with; empty where nobody knows one. */
export const useKnownEmail = create<{ email: string }>()(() => ({ email: '' }))

/** Opens the auth dialog with an address filled in, as that of an invitation. Resolves as `openAuth` does. */
export async function openAuthFor(email: string, mode?: AuthMode): Promise<boolean> {
  useKnownEmail.setState({ email })
  const isSignedIn = await openAuth(mode)
  useKnownEmail.setState({ email: '' })
  return isSignedIn
}
