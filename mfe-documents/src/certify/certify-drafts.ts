import { openAuth, toast, useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { isSendable } from '../drafts/draft.ts'
import { refreshWorkspace } from '../session/refresh-workspace.ts'
import { allDrafts, changeSettings, useCertify } from './certify.store.ts'
import { issuerShown } from './issuer.ts'
import { type Sent, sendDrafts, unsureDrafts } from './send-drafts.ts'

/**
 * Certifies drafts. Signs the person in first if needed, and again if the session ended meanwhile. Returns the
 * share link to open if there is exactly one new certificate.
 */
export async function certifyDrafts(ids: readonly string[]): Promise<string | null> {
  const issuer = await issuerAtThisClick()
  const first = await signInAndSend(ids, issuer)
  const sent = first?.outcome === 'sign-in' ? await signInAndSend(ids, issuer) : first
  if (sent === null) return null
  showResult(sent)
  // It may have been refused because the person's role was just changed.
  if (sent.outcome === 'stopped') void refreshWorkspace()
  if (sent.outcome === 'certified') await endFindable()
  return sent.outcome === 'certified' ? (sent.only?.shareLink ?? null) : null
}

/**
 * Repeats requests that a reload or a lost connection interrupted. Repeating the same request has its effect once.
 */
export async function resumeUnconfirmed(): Promise<void> {
  const { user } = useSession.getState()
  if (user === null) return
  const ids = unsureDrafts(user).map(({ id }) => id)
  if (ids.length > 0) showResult(await sendDrafts(ids, user, NOT_ASKED))
}

/** A request that was sent before is sent unchanged, so no name is needed. */
const NOT_ASKED = ''

/**
 * The name currently on the page. Signing in afterwards does not fill in a name that was left empty, nor does a
 * retry.
 */
async function issuerAtThisClick(): Promise<string> {
  const state = useCertify.getState()
  if (state.status !== 'open') return ''
  const { user } = useSession.getState()
  const issuer = issuerShown(state.settings, user)
  if (user === null) await changeSettings({ issuer })
  return issuer.trim()
}

/** "Findable by file" was chosen for the files on the page. It is off again for the next ones. */
async function endFindable(): Promise<void> {
  if (!allDrafts().some(isSendable)) await changeSettings({ findable: false })
}

async function signInAndSend(ids: readonly string[], issuer: string): Promise<Sent | null> {
  const isSignedIn = await openAuth()
  const { user } = useSession.getState()
  return isSignedIn && user !== null ? sendDrafts(ids, user, issuer) : null
}

function showResult(sent: Sent): void {
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
