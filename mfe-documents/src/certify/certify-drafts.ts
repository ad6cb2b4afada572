import { openAuth, toast, useSession } from '@inkproof/slice'
import { type Sent, sendDrafts, unsureDrafts } from './send-drafts.ts'

/**
 * The last click. Signs the person in first where needed; a session that ended in between is asked for
 * once more. Returns the share link to go to when there is exactly one new certificate.
 */
export async function certifyDrafts(ids: readonly string[]): Promise<string | null> {
  const first = await signInAndSend(ids)
  const sent = first?.outcome === 'sign-in' ? await signInAndSend(ids) : first
  if (sent === null) return null
  tell(sent)
  return sent.outcome === 'certified' ? (sent.only?.shareLink ?? null) : null
}

/** Repeats what a reload or a lost connection cut off. The same request again has one effect. */
export async function resumeUnsure(): Promise<void> {
  const { user } = useSession.getState()
  if (user === null) return
  const ids = unsureDrafts(user).map(({ id }) => id)
  if (ids.length > 0) tell(await sendDrafts(ids, user))
}

async function signInAndSend(ids: readonly string[]): Promise<Sent | null> {
  const isSignedIn = await openAuth()
  const { user } = useSession.getState()
  return isSignedIn && user !== null ? sendDrafts(ids, user) : null
}

function tell(sent: Sent): void {
  if (sent.outcome === 'certified' && sent.certificates > 0) {
    toast({
      title: sent.certificates === 1 ? 'Certified' : `${sent.certificates} certified`,
      variant: 'success',
    })
  } else if (sent.outcome === 'stopped') {
    toast({ title: 'Not certified yet', description: sent.reason, variant: 'error' })
  } else if (sent.outcome === 'sign-in') {
    toast({ title: 'Your session has ended', description: 'Sign in again; everything is kept.' })
  }
}
