import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { Wallet as WalletIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Badge } from './badge.tsx'

/** A wallet as it describes itself. `icon` is a data: URL. */
export type ShownWallet = { id: string; name: string; icon: string | null; isPractice: boolean }

type Props = {
  wallets: readonly ShownWallet[]
  chosen: Pick<ShownWallet, 'id'> | undefined
  onChoose: (id: string) => void
  isBusy: boolean
  /** Shown if there are no wallets. */
  children: ReactNode
}

/** A choice between the wallets of this browser. */
export function WalletChoice({ children, chosen, onChoose, isBusy, wallets }: Props) {
  const name = useId()
  if (wallets.length === 0) return <p className="text-ink-muted text-sm">{children}</p>
  return (
    <fieldset disabled={isBusy} className="min-w-0">
      <legend className="mb-2 font-medium text-ink text-sm">{t('Your wallets')}</legend>
      <div className="grid grid-cols-1 gap-2">
        {wallets.map((wallet) => (
          <label
            key={wallet.id}
            className={cx(
              'flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border border-line bg-surface px-3.5 py-2 transition-colors',
              'hover:border-line-strong has-checked:border-accent-ink has-checked:bg-accent-wash',
              'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
            )}
          >
            <input
              type="radio"
              name={name}
              value={wallet.id}
              checked={wallet.id === chosen?.id}
              onChange={() => onChoose(wallet.id)}
              className="sr-only"
            />
            <WalletPicture wallet={wallet} />
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 grow truncate font-medium text-ink">{wallet.name}</span>
              {wallet.isPractice && <Badge tone="warning">{t('Test money only')}</Badge>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The wallet's own picture; decorative, because its name is next to it. */
export function WalletPicture({ wallet }: { wallet: Pick<ShownWallet, 'icon'> }) {
  if (wallet.icon) return <img src={wallet.icon} alt="" className="size-7 rounded-md" />
  return (
    <span className="grid size-7 place-items-center rounded-md bg-hover text-ink-muted">
      <WalletIcon className="size-4" aria-hidden="true" />
    </span>
  )
}
