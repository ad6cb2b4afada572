import { openAuth, toast, useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { isSendable } from '../drafts/draft.ts'
import { refreshWorkspace } from '../session/refresh-workspace.ts'
import { allDrafts, changeSettings, useCertify } from './certify.store.ts'
import { issuerShown } from './issuer.ts'
import { type Sent, sendDrafts, unsureDrafts } from './send-drafts.ts'

/**
 * The last click. Signs the person in first where needed; a session that ended in between is asked for
 * once more. Returns the share link to go to when there is exactly one new certificate.
 */
export async function certifyDrafts(ids: readonly string[]): Promise<string | null> {
  const issuer = await issuerAtThisClick()
  const first = await signInAndSend(ids, issuer)
  const sent = first?.outcome === 'sign-in' ? await signInAndSend(ids, issuer) : first
  if (sent === null) return null
  tell(sent)
  // It may have been refused because the person's role was changed a moment ago.
  if (sent.outcome === 'stopped') void refreshWorkspace()
  if (sent.outcome === 'certified') await endFindable()
  return sent.outcome === 'certified' ? (sent.only?.shareLink ?? null) : null
}

/** Repeats what a reload or a lost connection cut off. The same request again has one effect. */
export async function resumeUnsure(): Promise<void> {
  const { user } = useSession.getState()
  if (user === null) return
  const ids = unsureDrafts(user).map(({ id }) => id)
  if (ids.length > 0) tell(await sendDrafts(ids, user, NOT_ASKED))
}

/** A request that was sent before goes out as it is; no name is looked for. */
const NOT_ASKED = ''

/**
 * The name on the page right now. Signed out, the field keeps it: the sign-in that follows does not fill
 * in a name that was left empty, nor does the next try after one that failed.
 */
async function issuerAtThisClick(): Promise<string> {
  const state = useCertify.getState()
  if (state.status !== 'open') return ''
  const { user } = useSession.getState()
  const issuer = issuerShown(state.settings, user)
  if (user === null) await changeSettings({ issuer })
  return issuer.trim()
}

/** "Findable by file" was said of the files that were here. The next ones start unsaid. */
async function endFindable(): Promise<void> {
  if (!allDrafts().some(isSendable)) await changeSettings({ findable: false })
}

async function signInAndSend(ids: readonly string[], issuer: string): Promise<Sent | null> {
  const isSignedIn = await openAuth()
  const { user } = useSession.getState()
  return isSignedIn && user !== null ? sendDrafts(ids, user, issuer) : null
}

function tell(sent: Sent): void {
  if (sent.outcome === 'certified' && sent.certificates > 0) {
    toast({
      title:
        sent.certificates === 1
          ? t('Certified')
          : t('{certificates} certified', { certificates: sent.certificates }),
      variant: 'success',
    })
  } else if (sent.outcome === 'stopped') {
    toast({ title: t('Not certified yet'), description: sent.reason, variant: 'error' })
  } else if (sent.outcome === 'sign-in') {
    toast({
      title: t('Your session has ended'),
      description: t('Sign in again. Nothing is lost.'),
    })
  }
}
