import {
  type AuthHeadings,
  openAuth,
  toast,
  type User,
  useAuthDialog,
  useSession,
} from '@inkproof/slice'
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
  if (isVisitor && ownDrafts().some(isSendable)) await changeSettings(withNewName(content))
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
function getPageContent(): ClickedContent | null {
  const state = certifyState()
  if (state.status !== 'open') return null
  const { showIssuer, findable } = state.settings
  const { user } = useSession.getState()
  const issuer = displayedIssuer(state.settings, user).trim()
  return {
    issuer,
    showIssuer,
    findable,
    isNameMissing: user === null && state.settings.issuer === null,
  }
}

type ClickedContent = PageContent & {
  /** A visitor who did not touch the issuer field. */
  isNameMissing: boolean
}

/**
 * Adds the name of an account that the visitor just created to certify these files: they typed it a moment ago. The name
 * of an older account is not added, because the visitor has not seen it on the page.
 */
function withNewName({ isNameMissing, ...content }: ClickedContent): PageContent {
  const { user } = useSession.getState()
  if (!(isNameMissing && useAuthDialog.getState().isNewAccount)) return content
  return { ...content, issuer: displayedIssuer({ issuer: null }, user) }
}

/** Titles of the auth dialog that name the files to certify. */
function headingsFor(ids: readonly string[]): AuthHeadings {
  const [first, ...others] = ownDrafts().filter(({ id }) => ids.includes(id))
  if (first === undefined) return {}
  const { fileName } = first
  const count = others.length + 1
  const description = t('Free. Your files stay on this device, and nothing you entered is lost.')
  const isSingle = others.length === 0
  return {
    register: {
      title: isSingle
        ? t('Create an account to certify {fileName}', { fileName })
        : t('Create an account to certify {count} files', { count }),
      description,
    },
    login: {
      title: isSingle
        ? t('Sign in to certify {fileName}', { fileName })
        : t('Sign in to certify {count} files', { count }),
      description,
    },
  }
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
  content: ClickedContent,
): Promise<SendResult | null> {
  const isSignedIn = await openAuth('login', headingsFor(ids))
  const { user } = useSession.getState()
  if (!isSignedIn || user === null) return null
  const sent = await sendDrafts(ids, user, withNewName(content))
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
