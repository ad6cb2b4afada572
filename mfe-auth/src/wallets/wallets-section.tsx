import { toast } from '@inkproof/slice'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { AlertDialog } from '@inkproof/ui/alert-dialog'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { CopyButton } from '@inkproof/ui/copy-button'
import { Dialog } from '@inkproof/ui/dialog'
import { shortenAddress } from '@inkproof/ui/format'
import { useRef, useState } from 'react'
import type { PartProps } from '../account/part-props.ts'
import { reloadAccount } from '../account/reload-account.ts'
import { CardError } from '../forms/form-error.tsx'
import { useActions } from '../forms/use-actions.ts'
import { withReauthentication } from '../reauthentication/with-reauthentication.ts'
import type { MessageAction } from './message-action.ts'
import { WalletSteps } from './wallet-steps.tsx'
import { linkWallet, unlinkWallet } from './wallets.api.ts'

type LinkedWallet = PartProps['account']['wallets'][number]

/** Lists, adds and removes the wallets of this account. */
export function WalletsSection({ account: { wallets } }: PartProps) {
  const card = useRef<HTMLDivElement>(null)
  const { busy, error, run } = useActions()
  const remove = ({ address }: LinkedWallet) =>
    void run(address, async () => {
      await withReauthentication(() => unlinkWallet(address))
      await reloadAccount()
      toast({ title: t('Wallet removed'), variant: 'success' })
      // The pressed button is gone.
      card.current?.focus({ preventScroll: true })
    })

  return (
    <Card ref={card} tabIndex={-1}>
      <CardHeader
        level={3}
        title={t('Wallets')}
        description={
          wallets.length === 0
            ? t(
                'Sign in with a signature from your wallet. It costs nothing and sends no transaction.',
              )
            : t('You can sign in with a signature from any of these.')
        }
        actions={<AddWallet />}
      />
      <CardError error={error} />
      {wallets.length > 0 && (
        <ul className="divide-y divide-line border-line border-t">
          {wallets.map((wallet) => (
            <WalletRow
              key={wallet.address}
              wallet={wallet}
              busy={busy}
              onRemove={() => remove(wallet)}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

export { WalletsSection as Component }

function AddWallet() {
  const [isOpen, setOpen] = useState(false)
  const signing: MessageAction = {
    purpose: 'link',
    fallback: t('The wallet could not be added. Please try again.'),
    send: async (signed) => {
      await withReauthentication(() => linkWallet(signed))
      await reloadAccount()
      setOpen(false)
      toast({
        title: t('Wallet added'),
        description: t('You can now sign in with it.'),
        variant: 'success',
      })
    },
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button size="sm">{t('Add a wallet')}</Button>}
      title={t('Add a wallet')}
      description={t('Sign a message with your wallet to add it to this account.')}
    >
      <WalletSteps signing={signing} signLabel={t('Sign and add')} />
    </Dialog>
  )
}

type RowProps = { wallet: LinkedWallet; busy: string | null; onRemove: () => void }

function WalletRow({ wallet: { address, addedAt }, busy, onRemove }: RowProps) {
  const short = shortenAddress(address)
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 last:pb-0">
      <div className="min-w-0">
        <p className="flex items-center gap-1.5 font-mono text-ink" title={address}>
          {short}
          <CopyButton value={address} label={t('Copy address {address}', { address: short })} />
        </p>
        <p className="text-ink-muted text-sm">
          {t('Added {date}', { date: formatDateTime(addedAt) })}
        </p>
      </div>
      <AlertDialog
        trigger={
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('Remove {name}', { name: short })}
            busy={busy === address}
            disabled={busy !== null}
          >
            {t('Remove')}
          </Button>
        }
        title={t('Remove {name}?', { name: short })}
        description={t(
          'You’ll no longer be able to sign in with it. You can add it again at any time.',
        )}
        confirmLabel={t('Remove')}
        onConfirm={onRemove}
      />
    </li>
  )
}
