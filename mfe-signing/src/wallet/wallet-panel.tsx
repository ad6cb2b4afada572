import { to0x } from '@inkproof/proof/bytes'
import { useChosenWallet, useWallets } from '@inkproof/slice-parts/wallet-discovery'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { ConnectedWallet } from '@inkproof/ui/connected-wallet'
import { shortenAddress } from '@inkproof/ui/format'
import { WalletChoice } from '@inkproof/ui/wallet-choice'
import { WalletWaiting } from '@inkproof/ui/wallet-waiting'
import { type ReactNode, useEffect, useRef } from 'react'
import type { WalletChoiceState } from './use-signing-wallet.ts'

type Props = {
  choice: WalletChoiceState
  /** Address of the wallet that is bound; null if none is. */
  bound: string | null
  /** What happens if another account than `bound` signs. */
  otherAccount: string
  /** What to do if there is no wallet. */
  noWallet: string
  isBusy: boolean
}

/** Offers to sign with a wallet; then connects it, and shows which account signs. */
export function WalletPanel({ bound, choice, isBusy, noWallet, otherAccount }: Props) {
  const { choose, connection, isByPerson, isChosen, state, wallet } = choice
  const section = useFocusAfter<HTMLElement>(isByPerson && isChosen)
  const button = useFocusAfter<HTMLButtonElement>(isByPerson && !isChosen)
  if (!isChosen)
    return (
      <Button
        ref={button}
        variant="ghost"
        size="sm"
        className="max-sm:w-full"
        disabled={isBusy}
        onClick={() => choose(true)}
      >
        {t('Sign with a wallet')}
      </Button>
    )
  const isOther = bound !== null && wallet !== null && to0x(wallet.key.address) !== bound
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t('Sign with a wallet')}
      className="space-y-3 rounded-lg"
    >
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
      <div className="-ml-3 flex flex-wrap max-sm:ml-0">
        {'address' in state && (
          <Back isDisabled={isBusy} onClick={() => connection.reset()}>
            {t('Use another wallet')}
          </Back>
        )}
        <Back
          isDisabled={isBusy}
          onClick={() => {
            connection.reset()
            choose(false)
          }}
        >
          {t('Sign without a wallet')}
        </Back>
      </div>
    </section>
  )
}

/** Focuses the element that has taken the place of the pressed button. */
function useFocusAfter<Element extends HTMLElement>(isPressed: boolean) {
  const ref = useRef<Element>(null)
  useEffect(() => {
    if (isPressed) ref.current?.focus({ preventScroll: true })
  }, [isPressed])
  return ref
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

function Back(props: { isDisabled: boolean; onClick: () => void; children: ReactNode }) {
  const { children, isDisabled, onClick } = props
  return (
    <Button variant="ghost" size="sm" disabled={isDisabled} onClick={onClick}>
      {children}
    </Button>
  )
}
