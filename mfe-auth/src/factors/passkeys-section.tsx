import type { AccountView } from '@inkproof/protocol/account'
import { MAX_PASSKEYS } from '@inkproof/protocol/factors'
import { toast } from '@inkproof/slice'
import { passkeyErrorMessage } from '@inkproof/slice-parts/passkey-error'
import { canUsePasskeys } from '@inkproof/slice-parts/passkey-support'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { rich } from '@inkproof/texts/rich'
import { t } from '@inkproof/texts/text'
import { AlertDialog } from '@inkproof/ui/alert-dialog'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { useRef } from 'react'
import { describeDevice } from '../account/describe-origin.ts'
import type { PartProps } from '../account/part-props.ts'
import { reloadAccount } from '../account/reload-account.ts'
import { CardError } from '../forms/form-error.tsx'
import { useActions } from '../forms/use-actions.ts'
import { withReauthentication } from '../reauthentication/with-reauthentication.ts'
import { addPasskey, removePasskey, startAddingPasskey } from './passkeys.api.ts'
import { RenamePasskey } from './rename-passkey.tsx'
import { signalPasskeyRemoved } from './signal-passkey-removed.ts'

type Passkey = AccountView['passkeys'][number]

/** The passkeys of the account. */
export function PasskeysSection({ account: { passkeys } }: PartProps) {
  const { busy, error, run } = useActions(passkeyErrorMessage)
  const card = useRef<HTMLDivElement>(null)
  const isFull = passkeys.length >= MAX_PASSKEYS
  const remove = ({ id }: Passkey) =>
    void run(id, async () => {
      await withReauthentication(() => removePasskey(id))
      await reloadAccount()
      await signalPasskeyRemoved(id)
      // The pressed button was removed with its row.
      card.current?.focus({ preventScroll: true })
      toast({ title: t('Passkey removed'), variant: 'success' })
    })
  return (
    <Card ref={card} tabIndex={-1}>
      <CardHeader
        level={3}
        title={t('Passkeys')}
        description={t(
          'Sign in with your fingerprint, face or device PIN. There’s no password to type, and nothing to leak or phish.',
        )}
        actions={
          canUsePasskeys() &&
          !isFull && (
            <Button
              size="sm"
              busy={busy === 'add'}
              disabled={busy !== null}
              onClick={() => void run('add', createPasskey)}
            >
              {t('Add a passkey')}
            </Button>
          )
        }
      />
      <CardError error={error} />
      <PasskeyList passkeys={passkeys} busy={busy} onRemove={remove} />
      <LimitNote isFull={isFull} />
    </Card>
  )
}

export { PasskeysSection as Component }

type PasskeyListProps = {
  passkeys: readonly Passkey[]
  busy: string | null
  onRemove: (passkey: Passkey) => void
}

function PasskeyList({ passkeys, busy, onRemove }: PasskeyListProps) {
  if (passkeys.length === 0) return null
  return (
    <ul className="divide-y divide-line border-line border-t">
      {passkeys.map((passkey) => (
        <PasskeyRow
          key={passkey.id}
          passkey={passkey}
          busy={busy}
          onRemove={() => onRemove(passkey)}
        />
      ))}
    </ul>
  )
}

function PasskeyRow(props: { passkey: Passkey; busy: string | null; onRemove: () => void }) {
  const { passkey, busy, onRemove } = props
  const { id, addedAt, usedAt } = passkey
  const name = describeDevice(passkey.name)
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-medium text-ink">{name}</p>
        <p className="text-ink-muted text-sm">
          {usedAt
            ? t('Last used {date}', { date: formatDateTime(usedAt) })
            : t('Added {date}', { date: formatDateTime(addedAt) })}
        </p>
      </div>
      <div className="flex items-center gap-2">
        <RenamePasskey passkey={passkey} disabled={busy !== null} />
        <AlertDialog
          trigger={
            <Button
              size="sm"
              variant="ghost"
              aria-label={t('Remove {name}', { name })}
              busy={busy === id}
              disabled={busy !== null}
            >
              {t('Remove')}
            </Button>
          }
          title={t('Remove “{name}”?', { name })}
          description={t(
            'You’ll no longer be able to sign in with it. Delete it on your device too, or your device will keep offering it.',
          )}
          confirmLabel={t('Remove')}
          onConfirm={onRemove}
        />
      </div>
    </li>
  )
}

function LimitNote({ isFull }: { isFull: boolean }) {
  if (isFull) {
    return (
      <p className="mt-4 text-ink-muted text-sm">
        {t('You have reached the limit of {limit} passkeys. Remove one to add another.', {
          limit: MAX_PASSKEYS,
        })}
      </p>
    )
  }
  if (canUsePasskeys()) return null
  return (
    <p className="text-ink-muted text-sm [&:not(:first-child)]:mt-4">
      {rich(
        'Passkeys cannot be created here. They require a browser that supports passkeys, and either HTTPS with a host name instead of an IP address, or <host>“localhost”</host> on this computer.',
        { host: (text) => <span className="whitespace-nowrap">{text}</span> },
      )}
    </p>
  )
}

async function createPasskey(): Promise<void> {
  await addPasskey(await withReauthentication(startAddingPasskey))
  await reloadAccount()
  toast({
    title: t('Passkey added'),
    description: t('You can now sign in with it.'),
    variant: 'success',
  })
}
