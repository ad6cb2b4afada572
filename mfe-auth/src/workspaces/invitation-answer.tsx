import type { InvitationView } from '@inkproof/protocol/workspaces'
import { openAuth, signOut, toast, type User, useSession } from '@inkproof/slice'
import { updateUser } from '@inkproof/slice-parts/update-user'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { FormError } from '../forms/form-error.tsx'
import { useAct } from '../forms/use-act.ts'
import type { LinkCardProps } from '../user-profile/link-card.ts'
import { acceptInvitation, declineInvitation, enterWorkspace } from './workspaces.api.ts'

export type InvitationProps = LinkCardProps & { invitation: InvitationView }

/** What can be done with an open invitation, by whoever looks at it. */
export function InvitationAnswer({ invitation, secret, onDone }: InvitationProps) {
  const { status, user } = useSession()
  const { busy, error, run } = useAct()
  const isTheirs = user?.email?.toLowerCase() === invitation.email.toLowerCase()

  async function decline() {
    if (await run('decline', () => declineInvitation(secret))) {
      toast({ title: 'Invitation declined' })
      onDone()
    }
  }

  return (
    <div className="space-y-5">
      <FormError error={error} />
      {status === 'signed-out' && <SignInFirst email={invitation.email} />}
      {user !== null && !isTheirs && <OtherAccount email={invitation.email} user={user} />}
      <div className="flex flex-wrap gap-2">
        {user !== null && isTheirs && (
          <Button
            variant="primary"
            busy={busy === 'accept'}
            disabled={busy !== null}
            onClick={() =>
              void run('accept', () => accept(secret)).then((isIn) => isIn && onDone())
            }
          >
            Accept and go there
          </Button>
        )}
        <Button
          variant="ghost"
          busy={busy === 'decline'}
          disabled={busy !== null}
          onClick={() => void decline()}
        >
          Decline
        </Button>
      </div>
    </div>
  )
}

async function accept(secret: string): Promise<void> {
  const { token } = useSession.getState()
  const { id, name } = await acceptInvitation(secret)
  updateUser(await enterWorkspace(id), token)
  toast({ title: `You now work in ${name}`, variant: 'success' })
}

function SignInFirst({ email }: { email: string }) {
  return (
    <Alert
      title="Sign in to accept"
      actions={
        <>
          <Button variant="primary" onClick={() => void openAuth()}>
            Sign in
          </Button>
          <Button onClick={() => void openAuth('register')}>Create account</Button>
        </>
      }
    >
      It opens for the account with the address {email}. This page waits for you.
    </Alert>
  )
}

function OtherAccount({ email, user }: { email: string; user: User }) {
  const who = user.email ?? 'an account without an e-mail address'
  return (
    <Alert
      tone="warning"
      title={`You are signed in as ${who}`}
      actions={<Button onClick={() => void changeAccount()}>Sign in as somebody else</Button>}
    >
      This invitation opens only for the account with the address {email}, so that nobody else who
      comes to hold the link can use it.
    </Alert>
  )
}

async function changeAccount(): Promise<void> {
  await signOut()
  await openAuth()
}
