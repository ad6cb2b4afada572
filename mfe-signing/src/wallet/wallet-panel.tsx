import { to0x } from '@inkproof/proof/bytes'
import type { Connection, WalletConnection } from '@inkproof/slice-parts/wallet-connection'
import { useChosenWallet, useWallets } from '@inkproof/slice-parts/wallet-discovery'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { ConnectedWallet } from '@inkproof/ui/connected-wallet'
import { shortenAddress } from '@inkproof/ui/format'
import { WalletChoice } from '@inkproof/ui/wallet-choice'
import { WalletWaiting } from '@inkproof/ui/wallet-waiting'
import type { SigningWallet } from './ask-wallet.ts'

type Props = {
  choice: { connection: WalletConnection; state: Connection; wallet: SigningWallet | null }
  /** Address of the wallet that is bound; null if none is. */
  bound: string | null
  /** What happens if another account than `bound` signs. */
  otherAccount: string
  /** What to do if there is no wallet. */
  noWallet: string
}

/** Connects a wallet, and shows which account signs. */
export function WalletPanel({ bound, choice, noWallet, otherAccount }: Props) {
  const { connection, state, wallet } = choice
  const isOther = bound !== null && wallet !== null && to0x(wallet.key.address) !== bound
  return (
    <>
      {'address' in state ? (
        <ConnectedWallet {...state} chainId={null} />
      ) : (
        <Connect choice={choice} bound={bound} noWallet={noWallet} />
      )}
      {'error' in state && state.error !== undefined && <Alert tone="danger">{state.error}</Alert>}
      {isOther && (
        <Alert tone="warning" title={t('Another account is selected')}>
          {t('You confirmed your identity with {address}. Select it in your wallet.', {
            address: shortenAddress(bound),
          })}{' '}
          {otherAccount}
        </Alert>
      )}
      {(state.step === 'connecting' || state.step === 'signing') && (
        <WalletWaiting name={state.wallet.name} onCancel={() => connection.cancel()} />
      )}
    </>
  )
}

type ConnectProps = Pick<Props, 'bound' | 'choice' | 'noWallet'>

function Connect({ bound, choice: { connection, state }, noWallet }: ConnectProps) {
  const { wallets } = useWallets()
  const [chosen, choose] = useChosenWallet()
  const isConnecting = state.step === 'connecting'
  return (
    <>
      <p className="text-ink-muted text-sm">
        {bound === null
          ? t(
              'Your wallet signs instead of a key that this browser makes. It costs nothing and sends no transaction. Everyone who gets the signed document sees the address of your wallet.',
            )
          : t('You confirmed your identity with the wallet {address}. Connect it to continue.', {
              address: shortenAddress(bound),
            })}
      </p>
      <WalletChoice wallets={wallets} chosen={chosen} onChoose={choose} isBusy={isConnecting}>
        {noWallet}
      </WalletChoice>
      {chosen && (
        <Button
          busy={isConnecting}
          onClick={() => void connection.connect(chosen)}
          className="max-sm:w-full"
        >
          {t('Connect wallet')}
        </Button>
      )}
    </>
  )
}
