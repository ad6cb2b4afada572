import type { AuthenticatorAppSetup } from '@inkproof/protocol/factors'
import { toast } from '@inkproof/slice'
import { passkeyErrorMessage } from '@inkproof/slice-parts/passkey-error'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { AlertDialog } from '@inkproof/ui/alert-dialog'
import { Badge } from '@inkproof/ui/badge'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { type ReactNode, useRef, useState } from 'react'
import type { PartProps } from '../account/part-props.ts'
import { reloadAccount } from '../account/reload-account.ts'
import { CardError } from '../forms/form-error.tsx'
import { type Actions, useActions } from '../forms/use-actions.ts'
import { withReauthentication } from '../reauthentication/with-reauthentication.ts'
import {
  removeAuthenticatorApp,
  renewRecoveryCodes,
  setUpAuthenticatorApp,
} from './authenticator-app.api.ts'
import {
  AuthenticatorAppDialog,
  type SetupStep,
  type ShowCodes,
} from './authenticator-app-dialog.tsx'
import { RemainingCodes } from './remaining-codes.tsx'
import { dismissCodes, type ShownCodes, showCodes, useShownCodes } from './shown-codes.store.ts'

/** The settings of the authenticator app: setup, recovery codes and removal. */
export function AuthenticatorAppSection({ account }: PartProps) {
  const [setup, setSetup] = useState<AuthenticatorAppSetup | null>(null)
  const shownCodes = useShownCodes()
  const actions = useActions(passkeyErrorMessage)
  const card = useRef<HTMLDivElement>(null)
  const { appAddedAt, recoveryCodesLeft } = account
  function close() {
    setSetup(null)
    dismissCodes()
    void reloadAccount()
    // The button that opened the dialog may be gone.
    card.current?.focus({ preventScroll: true })
  }
  return (
    <Card ref={card} tabIndex={-1}>
      {appAddedAt === null ? (
        <AuthenticatorAppOff actions={actions} onSetup={setSetup} />
      ) : (
        <AuthenticatorAppOn
          addedAt={appAddedAt}
          codesLeft={recoveryCodesLeft}
          actions={actions}
          onCodes={(createCodes) => showCodes(createCodes, { isNew: false })}
        />
      )}
      <AuthenticatorAppDialog
        step={getStep(setup, shownCodes)}
        onCodes={(createCodes) => showCodes(createCodes, { isNew: true })}
        onClose={close}
      />
    </Card>
  )
}

export { AuthenticatorAppSection as Component }

function getStep(
  setup: AuthenticatorAppSetup | null,
  shownCodes: ShownCodes | null,
): SetupStep | null {
  if (shownCodes) return { name: 'codes', ...shownCodes }
  return setup && { name: 'scan', setup }
}

function AuthenticatorAppOff({
  actions,
  onSetup,
}: {
  actions: Actions
  onSetup: (setup: AuthenticatorAppSetup) => void
}) {
  const { busy, error, run } = actions
  return (
    <>
      <CardHeader
        level={3}
        title={t('Require a code from an authenticator app')}
        description={t(
          'Signing in with a password or wallet will also require a six-digit code from an app on your phone. Passkeys don’t need a code because they already combine two factors.',
        )}
        actions={<Badge>{t('Off')}</Badge>}
      />
      <CardError error={error} />
      <Button
        busy={busy !== null}
        onClick={() =>
          void run('setup', async () => onSetup(await withReauthentication(setUpAuthenticatorApp)))
        }
      >
        {t('Set up an authenticator app')}
      </Button>
    </>
  )
}

type AuthenticatorAppOnProps = {
  addedAt: string
  codesLeft: number
  actions: Actions
  onCodes: ShowCodes
}

function AuthenticatorAppOn({ addedAt, codesLeft, actions, onCodes }: AuthenticatorAppOnProps) {
  const { busy, error, run } = actions
  return (
    <>
      <CardHeader
        level={3}
        title={t('Authenticator app is on')}
        description={t('Since {date}, every sign-in without a passkey requires a code.', {
          date: formatDateTime(addedAt),
        })}
        actions={<Badge tone="success">{t('On')}</Badge>}
      />
      <CardError error={error} />
      <RemainingCodes count={codesLeft} />
      <div className="mt-5 flex flex-wrap gap-2">
        <ConfirmButton
          button={t('Generate new codes')}
          title={t('Generate new recovery codes?')}
          description={t('Your current codes will stop working immediately.')}
          confirm={t('Generate new codes')}
          tone="plain"
          name="codes"
          busy={busy}
          onConfirm={() =>
            void run('codes', () => onCodes(() => withReauthentication(renewRecoveryCodes)))
          }
        />
        <ConfirmButton
          button={t('Remove authenticator app')}
          title={t('Remove authenticator app?')}
          description={t(
            'Your password or wallet alone will be enough to sign in, and your recovery codes will stop working.',
          )}
          confirm={t('Remove')}
          tone="danger"
          name="remove"
          busy={busy}
          onConfirm={() => void run('remove', remove)}
        />
      </div>
    </>
  )
}

type ConfirmButtonProps = {
  button: string
  title: string
  description: ReactNode
  confirm: string
  tone: 'plain' | 'danger'
  /** The action's name in `busy`. */
  name: string
  busy: string | null
  onConfirm: () => void
}

function ConfirmButton({ button, confirm, name, busy, ...rest }: ConfirmButtonProps) {
  return (
    <AlertDialog
      {...rest}
      trigger={
        <Button
          size="sm"
          variant={rest.tone === 'danger' ? 'ghost' : 'secondary'}
          busy={busy === name}
          disabled={busy !== null}
        >
          {button}
        </Button>
      }
      confirmLabel={confirm}
    />
  )
}

async function remove(): Promise<void> {
  await withReauthentication(removeAuthenticatorApp)
  await reloadAccount()
  toast({
    title: t('Authenticator app removed'),
    description: t('Sign-in no longer requires a code.'),
    variant: 'success',
  })
}
