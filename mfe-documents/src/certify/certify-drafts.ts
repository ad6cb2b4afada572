import { urlOf } from '@inkproof/protocol/call-url'
import { listCertificates } from '@inkproof/protocol/calls/certificates'
import { openAuth, toast, type User, useAuthDialog, useSession } from '@inkproof/slice'
import { refetch } from '@inkproof/slice-parts/refetch'
import { t } from '@inkproof/texts/text'
import { isEditable } from '../drafts/draft.ts'
import { refreshWorkspace } from '../session/refresh-workspace.ts'
import { headingsFor } from './auth-headings.ts'
import { ownDrafts } from './certify.store.ts'
import { withoutCertified } from './earlier-certificates.ts'
import { changeSettingsOf } from './edit-drafts.ts'
import { displayedIssuer } from './issuer.ts'
import { type SendResult, sendDrafts, unconfirmedDrafts } from './send-drafts.ts'
import { certifyState } from './stored-drafts.ts'
import {
  clearWaitingCertification,
  setWaitingCertification,
} from './waiting-certification.store.ts'

/**
 * Certifies drafts with the settings that the page shows now. Signs the user in first if needed, and again if the
 * session ended meanwhile. Returns the share link to open if there is exactly one new certificate, otherwise null.
 */
export async function certifyDrafts(ids: readonly string[]): Promise<string | null> {
  if (certifyState().status !== 'open') return null
  clearWaitingCertification()
  const clicked = await fixClicked(ids)
  const firstAttempt = await signInAndSend(clicked)
  const sent = firstAttempt?.outcome === 'sign-in' ? await signInAndSend(clicked) : firstAttempt
  if (sent === null) return null
  showResult(sent, ids)
  // The request may have been rejected because the user's role was just changed.
  if (sent.outcome === 'stopped') void refreshWorkspace()
  if (sent.outcome !== 'certified') return null
  void refetch(urlOf(listCertificates))
  return sent.singleCertificate?.shareLink ?? null
}

/**
 * Repeats requests that a reload or a lost connection interrupted. This is safe because the requests are idempotent.
 */
export async function resumeUnconfirmed(): Promise<void> {
  const { user } = useSession.getState()
  if (user === null) return
  const ids = unconfirmedDrafts(user).map(({ id }) => id)
  if (ids.length === 0) return
  const sent = await sendDrafts(ids, user)
  if (isCurrentUser(user)) showResult(sent, ids)
}

type Clicked = { ids: readonly string[]; isVisitor: boolean }

/** Stores the issuer that the page shows in the drafts that were clicked: another user may sign in meanwhile. */
async function fixClicked(ids: readonly string[]): Promise<Clicked> {
  const { user } = useSession.getState()
  if (user !== null) await setMissingIssuers(ids, displayedIssuer(NO_ISSUER, user))
  return { ids, isVisitor: user === null }
}

const NO_ISSUER = { issuer: null }

/**
 * Names a visitor who has signed in as the issuer of the files they clicked before, if they just created the account for
 * that: they typed the name a moment ago. The name of an older account is not used, because the page has not shown it.
 */
async function nameVisitor(ids: readonly string[], user: User): Promise<void> {
  const { isNewAccount } = useAuthDialog.getState()
  await setMissingIssuers(ids, isNewAccount ? displayedIssuer(NO_ISSUER, user) : '')
}

/** Sets the issuer of those drafts in which nobody has entered or deleted one. */
async function setMissingIssuers(ids: readonly string[], issuer: string): Promise<void> {
  const missing = ownDrafts().filter(
    (draft) => ids.includes(draft.id) && draft.settings.issuer === null && isEditable(draft),
  )
  await Promise.all(missing.map(({ id }) => changeSettingsOf(id, { issuer })))
}

async function signInAndSend({ ids, isVisitor }: Clicked): Promise<SendResult | null> {
  const isSignedIn = await openAuth('login', headingsFor(ids))
  const { user } = useSession.getState()
  if (!isSignedIn || user === null) return null
  if (isVisitor) await nameVisitor(ids, user)
  // The page could not show a visitor which files are certified already.
  const remaining = isVisitor ? await withoutCertified(ids) : ids
  if (remaining.length === 0) {
    showAlreadyCertified()
    return null
  }
  const sent = await sendDrafts(remaining, user)
  // Only the user who sent the request sees its result. That user may have to sign in again to continue.
  return sent.outcome === 'sign-in' || isCurrentUser(user) ? sent : null
}

function isCurrentUser({ id }: User): boolean {
  return useSession.getState().user?.id === id
}

function showResult(sent: SendResult, ids: readonly string[]): void {
  const { user } = useSession.getState()
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
  } else if (sent.outcome === 'unverified') {
    if (user !== null) setWaitingCertification(user.id, ids)
  } else if (sent.outcome === 'sign-in') {
    toast({
      title: t('Your session has ended'),
      description: t('Sign in again. Your files and settings are kept.'),
    })
  }
}

function showAlreadyCertified(): void {
  toast({
    title: t('Already certified'),
    description: t('Open the certificate in the list, or choose to certify the file again.'),
  })
}
