import { openAuth, toast, type User, useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { isSendable } from '../drafts/draft.ts'
import { refreshWorkspace } from '../session/refresh-workspace.ts'
import { changeSettings, ownDrafts } from './certify.store.ts'
import { displayedIssuer } from './issuer.ts'
import { type PageContent, type SendResult, sendDrafts, unconfirmedDrafts } from './send-drafts.ts'
import { certifyState } from './stored-drafts.ts'

/**
 * Certifies drafts. Signs the user in first if needed, and again if the session ended meanwhile. Returns the
 * share link to open if there is exactly one new certificate, otherwise null.
 */
export async function certifyDrafts(ids: readonly string[]): Promise<string | null> {
  const content = getPageContent()
  if (content === null) return null
  const isVisitor = useSession.getState().user === null
  const firstAttempt = await signInAndSend(ids, content)
  const sent =
    firstAttempt?.outcome === 'sign-in' ? await signInAndSend(ids, content) : firstAttempt
  if (sent === null) return null
  // The page still shows files to certify: with what the visitor chose, not with what the account has stored.
  if (isVisitor && ownDrafts().some(isSendable)) await changeSettings(content)
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
  const sent = await sendDrafts(ids, user, NO_CONTENT)
  if (isCurrentUser(user)) showResult(sent)
}

/** Not used, because an interrupted request is repeated unchanged. */
const NO_CONTENT: PageContent = { issuer: '', showIssuer: true, findable: false }

/** Returns what the page shows now; null while the drafts are being restored. */
function getPageContent(): PageContent | null {
  const state = certifyState()
  if (state.status !== 'open') return null
  const { showIssuer, findable } = state.settings
  const issuer = displayedIssuer(state.settings, useSession.getState().user).trim()
  return { issuer, showIssuer, findable }
}

/**
 * "Let anyone with the file find the certificate" applies only to the files on the page, so it is turned off for the
 * next ones.
 */
async function resetFindable(): Promise<void> {
  if (!ownDrafts().some(isSendable)) await changeSettings({ findable: false })
}

async function signInAndSend(
  ids: readonly string[],
  content: PageContent,
): Promise<SendResult | null> {
  const isSignedIn = await openAuth()
  const { user } = useSession.getState()
  if (!isSignedIn || user === null) return null
  const sent = await sendDrafts(ids, user, content)
  // Only the user who sent the request sees its result. That user may have to sign in again to continue.
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
