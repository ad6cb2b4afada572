import { normalizeEmail } from '@inkproof/protocol/email-address'
import type { InvitationView } from '@inkproof/protocol/workspaces'
import { signOut, toast, type User, useSession } from '@inkproof/slice'
import { updateUser } from '@inkproof/slice-parts/update-user'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { useNavigate } from 'react-router-dom'
import { FormError } from '../forms/form-error.tsx'
import { useActions } from '../forms/use-actions.ts'
import { DASHBOARD_PATH } from '../links/dashboard-path.ts'
import type { LinkCardProps } from '../links/mailed-link-card.tsx'
import { getStoredLink, storeLink } from '../links/stored-link.ts'
import { openAuthFor } from '../sign-in/open-auth-for.ts'
import { acceptInvitation, declineInvitation, enterWorkspace } from './workspaces.api.ts'

export type InvitationProps = LinkCardProps & {
  invitation: InvitationView
  handleLinkError: (error: unknown) => boolean
}

/** The actions on a valid invitation, depending on who is signed in. */
export function InvitationActions(props: InvitationProps) {
  const { invitation, onDone } = props
  const { status, user } = useSession()
  const { busy, error, accept, decline } = useInvitationActions(props)
  const isRecipient =
    user?.email != null && normalizeEmail(user.email) === normalizeEmail(invitation.email)
  return (
    <div className="space-y-5">
      <FormError error={error} />
      {status === 'signed-out' && <SignInFirst email={invitation.email} />}
      {user !== null && !isRecipient && <WrongAccount email={invitation.email} user={user} />}
      <div className="flex flex-wrap gap-2">
        {user !== null && isRecipient && (
          <Button
            variant="primary"
            busy={busy === 'accept'}
            disabled={busy !== null}
            onClick={accept}
          >
            {t('Accept and open workspace')}
          </Button>
        )}
        <Button
          variant="ghost"
          busy={busy === 'decline'}
          disabled={busy !== null}
          onClick={decline}
        >
          {t('Decline')}
        </Button>
        <Button variant="ghost" disabled={busy !== null} onClick={onDone}>
          {t('Not now')}
        </Button>
      </div>
    </div>
  )
}

function useInvitationActions({ secret, handleLinkError, onDone }: InvitationProps) {
  const navigate = useNavigate()
  const { busy, error, run } = useActions()

  /** Runs an action; if the invitation is no longer valid, the card shows that instead of an error. */
  async function runAndHandleLinkError(action: () => Promise<void>) {
    try {
      await action()
    } catch (failure) {
      if (!handleLinkError(failure)) throw failure
    }
  }

  async function accept() {
    await joinWorkspace(secret)
    onDone()
    await navigate(DASHBOARD_PATH)
  }

  async function decline() {
    await declineInvitation(secret)
    toast({ title: t('Invitation declined') })
    onDone()
  }

  return {
    busy,
    error,
    accept: () => void run('accept', () => runAndHandleLinkError(accept)),
    decline: () => void run('decline', () => runAndHandleLinkError(decline)),
  }
}

/** Joins the workspace and switches to it. */
async function joinWorkspace(secret: string): Promise<void> {
  const { token } = useSession.getState()
  const { id, name } = await acceptInvitation(secret)
  updateUser(await enterWorkspace(id), token)
  toast({ title: t('Switched to {name}', { name }), variant: 'success' })
}

function SignInFirst({ email }: { email: string }) {
  return (
    <Alert
      title={t('Sign in to accept')}
      actions={
        <>
          <Button variant="primary" onClick={() => void openAuthFor(email)}>
            {t('Sign in')}
          </Button>
          <Button onClick={() => void openAuthFor(email, 'register')}>{t('Create account')}</Button>
        </>
      }
    >
      {t(
        'This invitation only works for the account with the address {email}. You’ll return to this page after signing in.',
        { email },
      )}
    </Alert>
  )
}

function WrongAccount({ email, user }: { email: string; user: User }) {
  return (
    <Alert
      tone="warning"
      title={
        user.email
          ? t('You are signed in as {email}', { email: user.email })
          : t('You are signed in to an account without an e-mail address')
      }
      actions={
        <Button onClick={() => void switchAccount(email)}>{t('Use another account')}</Button>
      }
    >
      {t(
        'This invitation is only valid for the account with the address {email}, so no one else with the link can use it.',
        { email },
      )}
    </Alert>
  )
}

/** Signs out and opens the auth dialog. Signing out removes the stored link, so this function stores it again. */
async function switchAccount(email: string): Promise<void> {
  const link = getStoredLink()
  await signOut()
  if (link !== null) storeLink(link)
  await openAuthFor(email)
}
