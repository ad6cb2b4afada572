import { openAuth, toast, type User, useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { isSendable } from '../drafts/draft.ts'
import { refreshWorkspace } from '../session/refresh-workspace.ts'
import { changeSettings, ownDrafts } from './certify.store.ts'
import { displayedIssuer } from './issuer.ts'
import { type SendResult, sendDrafts, unconfirmedDrafts } from './send-drafts.ts'
import { certifyState } from './stored-drafts.ts'

/**
 * Certifies drafts. Signs the user in first if needed, and again if the session ended meanwhile. Returns the
 * share link to open if there is exactly one new certificate.
 */
export async function certifyDrafts(ids: readonly string[]): Promise<string | null> {
  const issuer = await getIssuerOnPage()
  const firstTry = await signInAndSend(ids, issuer)
  const sent = firstTry?.outcome === 'sign-in' ? await signInAndSend(ids, issuer) : firstTry
  if (sent === null) return null
  showResult(sent)
  // The request may have been rejected because the user's role was just changed.
  if (sent.outcome === 'stopped') void refreshWorkspace()
  if (sent.outcome === 'certified') await resetFindable()
  return sent.outcome === 'certified' ? (sent.singleCertificate?.shareLink ?? null) : null
}

/**
 * Repeats requests that a reload or a lost connection interrupted. This is safe because the requests are idempotent.
 */
export async function resumeUnconfirmed(): Promise<void> {
  const { user } = useSession.getState()
  if (user === null) return
  const ids = unconfirmedDrafts(user).map(({ id }) => id)
  if (ids.length === 0) return
  const sent = await sendDrafts(ids, user, NO_ISSUER)
  if (isCurrentUser(user)) showResult(sent)
}

/** A request that was sent before is sent unchanged, so no name is needed. */
const NO_ISSUER = ''

/**
 * Returns the name currently on the page. A name left empty stays empty after signing in and in a retry.
 */
async function getIssuerOnPage(): Promise<string> {
  const state = certifyState()
  if (state.status !== 'open') return ''
  const { user } = useSession.getState()
  const issuer = displayedIssuer(state.settings, user)
  if (user === null) await changeSettings({ issuer })
  return issuer.trim()
}

/**
 * "Let anyone with the file find the certificate" applies only to the files on the page, so it is turned off for the
 * next ones.
 */
async function resetFindable(): Promise<void> {
  if (!ownDrafts().some(isSendable)) await changeSettings({ findable: false })
}

async function signInAndSend(ids: readonly string[], issuer: string): Promise<SendResult | null> {
  const isSignedIn = await openAuth()
  const { user } = useSession.getState()
  if (!isSignedIn || user === null) return null
  const sent = await sendDrafts(ids, user, issuer)
  // The result is only for the person who sent it, who may have to sign in again to continue.
  return sent.outcome === 'sign-in' || isCurrentUser(user) ? sent : null
}

function isCurrentUser({ id }: User): boolean {
  return useSession.getState().user?.id === id
}

function showResult(sent: SendResult): void {
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
      description: t('Sign in again. Your files and settings are kept.'),
    })
  }
}
