/** Handles the return from the identity provider. */

import type { ProviderFailure } from '@inkproof/protocol/providers'
import { openAuth, type Session, toast, useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { create } from 'zustand'
import { reloadAccount } from '../account/reload-account.ts'
import { handleSignInAnswer } from '../sign-in/handle-sign-in-answer.ts'
import { finishLink, finishSignIn } from './provider.api.ts'

/** Shown above the sign-in form. After a successful sign-in, the dialog shows what follows. */
export type ProviderReturn =
  | { step: 'none' }
  | { step: 'finishing' }
  | { step: 'failed'; sentence: string }

export const useReturn = create<ProviderReturn>()(() => ({ step: 'none' }))

const WHY: Record<ProviderFailure, string> = {
  declined: t('You did not sign in at the provider. Nothing was changed.'),
  expired: t('The sign-in took too long or was started in another browser. Start again.'),
  refused: t('The provider did not confirm who you are. Try again, or sign in another way.'),
  unavailable: t(
    'The provider is not responding right now. Try again in a few seconds, or sign in another way.',
  ),
}
const FALLBACK = t('Login failed. Please try again.')

/** Handles the fragment of the page. */
export async function handleReturn(name: string, value: string): Promise<void> {
  const { status } = await sessionKnown()
  if (name === 'provider-link') await link(value)
  else if (name === 'sign-in-failed') fail(WHY[value as ProviderFailure] ?? WHY.refused)
  else if (status === 'signed-out') await signIn(value)
}

/** Clears the result after it was seen, or when another method is used. */
export function clearReturn(): void {
  set({ step: 'none' })
}

async function signIn(code: string): Promise<void> {
  set({ step: 'finishing' })
  // Closing the dialog does not stop the sign-in, but its messages are then outdated.
  void openAuth().then(clearReturn)
  try {
    handleSignInAnswer(await finishSignIn(code))
    clearReturn()
  } catch (error) {
    fail(sentenceOf(error))
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
    toast({ title: t('Not linked'), description: sentenceOf(error), variant: 'error' })
  }
}

/** Shown in the dialog when signing in, and as a toast when linking. */
function fail(sentence: string): void {
  if (useSession.getState().status === 'signed-in') {
    toast({ title: t('Not linked'), description: sentence, variant: 'error' })
    return
  }
  set({ step: 'failed', sentence })
  void openAuth().then(clearReturn)
}

function sentenceOf(error: unknown): string {
  return (error instanceof Error && error.message) || FALLBACK
}

/** The person may have been signed in already, which is known once the session is restored. */
function sessionKnown(): Promise<Session> {
  return new Promise((resolve) => {
    const look = (session: Session) => {
      if (session.status === 'loading') return
      unsubscribe()
      resolve(session)
    }
    const unsubscribe = useSession.subscribe(look)
    look(useSession.getState())
  })
}

function set(state: ProviderReturn): void {
  useReturn.setState(state, true)
}
