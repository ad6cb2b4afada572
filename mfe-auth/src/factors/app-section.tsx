import type { AppSetup } from '@inkproof/protocol/factors'
import { toast } from '@inkproof/slice'
import { formatDate } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { AlertDialog } from '@inkproof/ui/alert-dialog'
import { Badge } from '@inkproof/ui/badge'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { type ReactNode, useRef, useState } from 'react'
import type { PartProps } from '../account/part-props.ts'
import { reloadAccount } from '../account/reload-account.ts'
import { CardError } from '../forms/form-error.tsx'
import { type Act, useActions } from '../forms/use-actions.ts'
import { withProof } from '../reauthentication/with-proof.ts'
import { beginApp, removeApp, renewRecoveryCodes } from './app.api.ts'
import { AppDialog, type AppStep, type ShowCodes } from './app-dialog.tsx'
import { passkeySentence } from './passkey-fault.ts'
import { RecoveryLeft } from './recovery-left.tsx'
import { dismissCodes, type ShownCodes, showCodes, useShownCodes } from './shown-codes.store.ts'

/** The authenticator app: setting it up, its recovery codes, removing it. */
export function AppSection({ account }: PartProps) {
  const [setup, setSetup] = useState<AppSetup | null>(null)
  const shown = useShownCodes()
  const actions = useActions(passkeySentence)
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
        <Off actions={actions} onSetup={setSetup} />
      ) : (
        <On
          since={appAddedAt}
          left={recoveryCodesLeft}
          actions={actions}
          onCodes={(make) => showCodes(make, { isNew: false })}
        />
      )}
      <AppDialog
        step={stepOf(setup, shown)}
        onCodes={(make) => showCodes(make, { isNew: true })}
        onClose={close}
      />
    </Card>
  )
}

export { AppSection as Component }

function stepOf(setup: AppSetup | null, shown: ShownCodes | null): AppStep | null {
  if (shown) return { name: 'codes', ...shown }
  return setup && { name: 'scan', setup }
}

function Off({ actions, onSetup }: { actions: Act; onSetup: (setup: AppSetup) => void }) {
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
        onClick={() => void run('setup', async () => onSetup(await withProof(beginApp)))}
      >
        {t('Set up an authenticator app')}
      </Button>
    </>
  )
}

type OnProps = {
  since: string
  left: number
  actions: Act
  onCodes: ShowCodes
}

function On({ since, left, actions, onCodes }: OnProps) {
  const { busy, error, run } = actions
  return (
    <>
      <CardHeader
        level={3}
        title={t('Authenticator app is on')}
        description={t('Since {date}, every sign-in without a passkey requires a code.', {
          date: formatDate(since),
        })}
        actions={<Badge tone="success">{t('On')}</Badge>}
      />
      <CardError error={error} />
      <RecoveryLeft left={left} />
      <div className="mt-5 flex flex-wrap gap-2">
        <Question
          button={t('Generate new codes')}
          title={t('Generate new recovery codes?')}
          description={t('Your current codes will stop working immediately.')}
          confirm={t('Generate new codes')}
          tone="plain"
          name="codes"
          busy={busy}
          onConfirm={() => void run('codes', () => onCodes(() => withProof(renewRecoveryCodes)))}
        />
        <Question
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

type QuestionProps = {
  button: string
  title: string
  description: ReactNode
  confirm: string
  tone: 'plain' | 'danger'
  /** The label of the action. */
  name: string
  busy: string | null
  onConfirm: () => void
}

function Question({ button, confirm, name, busy, ...rest }: QuestionProps) {
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
  await withProof(removeApp)
  await reloadAccount()
  toast({
    title: t('Authenticator app removed'),
    description: t('Sign-in no longer requires a code.'),
    variant: 'success',
  })
}
