import { type AuthMode, openAuth } from '@inkproof/slice'
import { create } from 'zustand'

/** The e-mail address prefilled in the auth dialog; empty if unknown. */
export const usePrefilledEmail = create<{ email: string }>()(() => ({ email: '' }))

/** Opens the auth dialog with a prefilled e-mail address, such as that of an invitation. Resolves like `openAuth`. */
export async function openAuthFor(email: string, mode?: AuthMode): Promise<boolean> {
  usePrefilledEmail.setState({ email })
  const isSignedIn = await openAuth(mode)
  usePrefilledEmail.setState({ email: '' })
  return isSignedIn
}
