import { type Session, useSession } from '@inkproof/slice'

/** Returns the ID of the signed-in account; null for a visitor, undefined while the session is being restored. */
export function accountIdOf({ status, user }: Session): string | null | undefined {
  return status === 'loading' ? undefined : (user?.id ?? null)
}

/** Resolves once the session is restored, whether or not a user is signed in. */
export function waitForSession(): Promise<void> {
  return new Promise((resolve) => {
    const check = ({ status }: Session) => {
      if (status === 'loading') return
      unsubscribe()
      resolve()
    }
    const unsubscribe = useSession.subscribe(check)
    check(useSession.getState())
  })
}
