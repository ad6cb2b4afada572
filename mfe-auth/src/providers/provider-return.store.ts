/** The return from the identity provider: finishes signing in or linking, and reports failures. */

import type { ProviderFailure } from '@inkproof/protocol/providers'
import { openAuth, type Session, toast, useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { create } from 'zustand'
import { reloadAccount } from '../account/reload-account.ts'
import { handleSignInResponse } from '../sign-in/handle-sign-in-response.ts'
import { finishLink, finishSignIn } from './provider.api.ts'

/** The state shown above the sign-in form. */
export type ProviderReturn =
  | { step: 'none' }
  | { step: 'finishing' }
  | { step: 'failed'; message: string }

export const useProviderReturnState = create<ProviderReturn>()(() => ({ step: 'none' }))

const FAILURE_MESSAGES: Record<ProviderFailure, string> = {
  declined: t('You did not sign in at the provider. Nothing was changed.'),
  expired: t('The sign-in took too long or was started in another browser. Start again.'),
  refused: t('The provider did not confirm who you are. Try again, or sign in another way.'),
  unavailable: t(
    'The provider is not responding right now. Try again in a few seconds, or sign in another way.',
  ),
}
const FALLBACK = t('Login failed. Please try again.')

/** Handles the URL fragment set by the provider's redirect, given its name and value. */
export async function handleProviderReturn(name: string, value: string): Promise<void> {
  const { status } = await waitForSession()
  if (name === 'provider-link') await link(value)
  else if (name === 'sign-in-failed')
    showFailure(FAILURE_MESSAGES[value as ProviderFailure] ?? FAILURE_MESSAGES.refused)
  else if (status === 'signed-out') await signIn(value)
}

/** Clears the state after the user has seen it, or when another sign-in method is used. */
export function clearProviderReturn(): void {
  set({ step: 'none' })
}

async function signIn(code: string): Promise<void> {
  set({ step: 'finishing' })
  // Closing the dialog does not stop the sign-in; it only clears the progress shown there.
  void openAuth().then(clearProviderReturn)
  try {
    handleSignInResponse(await finishSignIn(code))
    clearProviderReturn()
  } catch (error) {
    showFailure(errorMessage(error))
  }
}

async function link(code: string): Promise<void> {
  try {
    await finishLink(code)
    await reloadAccount()
    toast({
      title: t('Account linked'),
      description: t('You can now sign in with it.'),
      variant: 'success',
    })
  } catch (error) {
    toast({ title: t('Not linked'), description: errorMessage(error), variant: 'error' })
  }
}

/** Shows a failed sign-in in the dialog, and failed linking as a toast. */
function showFailure(message: string): void {
  if (useSession.getState().status === 'signed-in') {
    toast({ title: t('Not linked'), description: message, variant: 'error' })
    return
  }
  set({ step: 'failed', message })
  void openAuth().then(clearProviderReturn)
}

function errorMessage(error: unknown): string {
  return (error instanceof Error && error.message) || FALLBACK
}

/** Waits until the session is restored, because the user may already be signed in. */
function waitForSession(): Promise<Session> {
  return new Promise((resolve) => {
    const check = (session: Session) => {
      if (session.status === 'loading') return
      unsubscribe()
      resolve(session)
    }
    const unsubscribe = useSession.subscribe(check)
    check(useSession.getState())
  })
}

function set(state: ProviderReturn): void {
  useProviderReturnState.setState(state, true)
}
