import { toast } from '@inkproof/slice'
import { formatDate } from '@inkproof/texts/format'
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
import { useAct } from '../forms/use-act.ts'
import { withProof } from '../reauthentication/with-proof.ts'
import type { Signing } from './connection.ts'
import { WalletSteps } from './wallet-steps.tsx'
import { linkWallet, unlinkWallet } from './wallets.api.ts'

type Linked = PartProps['account']['wallets'][number]

/** The wallets that open this account: listed, added, removed. */
export function WalletsSection({ account: { wallets } }: PartProps) {
  const card = useRef<HTMLDivElement>(null)
  const { busy, error, run } = useAct()
  const remove = ({ address }: Linked) =>
    void run(address, async () => {
      await withProof(() => unlinkWallet(address))
      await reloadAccount()
      toast({ title: 'Wallet removed', variant: 'success' })
      // The button that was pressed is gone.
      card.current?.focus({ preventScroll: true })
    })

  return (
    <Card ref={card} tabIndex={-1}>
      <CardHeader
        level={3}
        title="Wallets"
        description={
          wallets.length === 0
            ? 'Sign in by a signature of your wallet. It costs nothing and sends no transaction.'
            : 'Each of these signs you in by a signature.'
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
  const signing: Signing = {
    purpose: 'link',
    fallback: 'The wallet was not added. Please try again.',
    send: async (signed) => {
      await withProof(() => linkWallet(signed))
      await reloadAccount()
      setOpen(false)
      toast({
        title: 'Wallet added',
        description: 'It signs you in from now on.',
        variant: 'success',
      })
    },
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button size="sm">Add a wallet</Button>}
      title="Add a Wallet"
      description="Your wallet signs one sentence that says it is to open this account."
    >
      <WalletSteps signing={signing} signLabel="Sign and Add" />
    </Dialog>
  )
}

type RowProps = { wallet: Linked; busy: string | null; onRemove: () => void }

function WalletRow({ wallet: { address, addedAt }, busy, onRemove }: RowProps) {
  const short = shortenAddress(address)
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 last:pb-0">
      <div className="min-w-0">
        <p className="flex items-center gap-1.5 font-mono text-ink" title={address}>
          {short}
          <CopyButton value={address} label={`Copy address ${short}`} />
        </p>
        <p className="text-ink-muted text-sm">added {formatDate(addedAt)}</p>
      </div>
      <AlertDialog
        trigger={
          <Button size="sm" variant="ghost" busy={busy === address} disabled={busy !== null}>
            Remove
            <span className="sr-only"> {short}</span>
          </Button>
        }
        title={`Remove ${short}?`}
        description="It no longer opens your account. You can add it again at any time."
        confirmLabel="Remove"
        onConfirm={onRemove}
      />
    </li>
  )
}
