import { useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'

/**
 * Returns a signal that aborts when a different user signs in. Otherwise, a request whose session has ended would be
 * repeated with the new user's token: for example, it would certify one user's file in another's account. Call `stop`
 * when the work is done.
 */
export function abortForOtherUser(userId: string): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const check = ({ user }: { user: { id: string } | null }) => {
    if (user === null || user.id === userId) return
    controller.abort(new Error(t('You signed out before the response arrived.')))
  }
  const stop = useSession.subscribe(check)
  check(useSession.getState())
  return { signal: controller.signal, stop }
}
