import { t } from '@inkproof/texts/text'
import { shortenAddress } from './format.ts'
import { type ShownWallet, WalletPicture } from './wallet-choice.tsx'

type Props = {
  wallet: Pick<ShownWallet, 'icon' | 'name'>
  address: string
  /** Null if it is unknown, or does not matter. */
  chainId: number | null
  note?: string
}

/** Names of well-known networks; others are shown by their chain id. */
const NETWORK_NAMES: Readonly<Record<number, string>> = {
  1: t('Ethereum'),
  10: t('OP Mainnet'),
  56: t('BNB Smart Chain'),
  100: t('Gnosis'),
  137: t('Polygon'),
  8453: t('Base'),
  42161: t('Arbitrum One'),
  11155111: t('Sepolia test network'),
  31337: t('Local test chain'),
}

/** The connected wallet and the account that will sign. */
export function ConnectedWallet({ wallet, address, chainId, note }: Props) {
  return (
    <div className="rounded-lg border border-success-line bg-success-wash px-3.5 py-3">
      <div className="flex items-center gap-3">
        <WalletPicture wallet={wallet} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium text-ink">{wallet.name}</p>
          <p className="font-mono text-ink-muted text-sm" title={address}>
            {shortenAddress(address)}
          </p>
        </div>
        {chainId !== null && (
          <p className="text-right text-ink-muted text-xs">
            {NETWORK_NAMES[chainId] ?? t('Chain {chainId}', { chainId })}
          </p>
        )}
      </div>
      <p role="status" className="text-ink-muted text-sm">
        {note && <span className="mt-2 block">{note}</span>}
        <span className="sr-only">{t('Connected')}</span>
      </p>
    </div>
  )
}
