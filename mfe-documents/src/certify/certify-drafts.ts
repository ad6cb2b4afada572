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

/**
 * Certifies drafts with the settings that the page shows now. Signs the user in first if needed, and again if the
 * session ended meanwhile. Returns the share link to open if there is exactly one new certificate, otherwise null.
 */
export async function certifyDrafts(ids: readonly string[]): Promise<string | null> {
  if (certifyState().status !== 'open') return null
  const clicked = await fixIssuers(ids)
  const firstAttempt = await signInAndSend(clicked)
  const sent = firstAttempt?.outcome === 'sign-in' ? await signInAndSend(clicked) : firstAttempt
  if (sent === null) return null
  showResult(sent)
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
  if (isCurrentUser(user)) showResult(sent)
}

type Clicked = {
  ids: readonly string[]
  isVisitor: boolean
  /** The drafts for which a visitor did not touch the issuer. */
  unnamed: readonly string[]
}

/**
 * Stores the issuer that the page shows in the drafts that were clicked, because signing in would otherwise name the
 * account, which the user has not seen.
 */
async function fixIssuers(ids: readonly string[]): Promise<Clicked> {
  const { user } = useSession.getState()
  const changed = ownDrafts().filter(
    (draft) => ids.includes(draft.id) && draft.settings.issuer === null && isEditable(draft),
  )
  await Promise.all(
    changed.map(({ id }) => changeSettingsOf(id, { issuer: displayedIssuer(NO_ISSUER, user) })),
  )
  const isVisitor = user === null
  return { ids, isVisitor, unnamed: isVisitor ? changed.map(({ id }) => id) : [] }
}

const NO_ISSUER = { issuer: null }

/**
 * Adds the name of an account that the visitor just created to certify these files: they typed it a moment ago. The name
 * of an older account is not added, because the visitor has not seen it on the page.
 */
async function addNewName(unnamed: readonly string[], user: User): Promise<void> {
  if (!useAuthDialog.getState().isNewAccount) return
  const issuer = displayedIssuer(NO_ISSUER, user)
  await Promise.all(unnamed.map((id) => changeSettingsOf(id, { issuer })))
}

async function signInAndSend({ ids, isVisitor, unnamed }: Clicked): Promise<SendResult | null> {
  const isSignedIn = await openAuth('login', headingsFor(ids))
  const { user } = useSession.getState()
  if (!isSignedIn || user === null) return null
  await addNewName(unnamed, user)
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

function showAlreadyCertified(): void {
  toast({
    title: t('Already certified'),
    description: t('Open the certificate in the list, or choose to certify the file again.'),
  })
}
