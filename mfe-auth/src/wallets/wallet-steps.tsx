import { type Connection, WalletConnection } from '@inkproof/slice-parts/wallet-connection'
import { useChosenWallet, useWallets } from '@inkproof/slice-parts/wallet-discovery'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { ConnectedWallet } from '@inkproof/ui/connected-wallet'
import { WalletChoice } from '@inkproof/ui/wallet-choice'
import { WalletWaiting } from '@inkproof/ui/wallet-waiting'
import { type ReactNode, useEffect, useState } from 'react'
import { FormError } from '../forms/form-error.tsx'
import { useFocusWhenReady } from '../forms/use-focus.ts'
import { type MessageAction, signingOf } from './message-action.ts'
import { NoWallet } from './no-wallet.tsx'

type Props = {
  signing: MessageAction
  signLabel: string
  /** Shown above the sign button. */
  children?: ReactNode
}

/** The two steps of every wallet action: connect, then sign. */
export function WalletSteps({ signing, signLabel, children }: Props) {
  const [connection] = useState(() => new WalletConnection())
  const state = connection.use()
  useEffect(() => () => connection.reset(), [connection])
  const { step } = state
  const isBusy = step === 'connecting' || step === 'signing' || step === 'sending'
  const isConnected = 'address' in state
  const error = 'error' in state ? state.error : undefined
  const signButton = useFocusWhenReady<HTMLButtonElement>(isConnected && !error)

  return (
    <div className="space-y-5" aria-busy={isBusy}>
      <FormError error={error} />
      {isConnected ? (
        <ConnectedWallet {...state} />
      ) : (
        <ConnectStep connection={connection} state={state} />
      )}
      {children}
      <Button
        ref={signButton}
        variant={isConnected ? 'primary' : 'secondary'}
        wide
        busy={step === 'signing' || step === 'sending'}
        disabled={isBusy}
        onClick={() => void connection.sign(signingOf(signing))}
      >
        {signLabel}
      </Button>
      {(step === 'connecting' || step === 'signing') && (
        <WalletWaiting name={state.wallet.name} onCancel={() => connection.cancel()} />
      )}
      {isConnected && (
        <Button variant="ghost" wide disabled={isBusy} onClick={() => connection.disconnect()}>
          {t('Disconnect Wallet')}
        </Button>
      )}
    </div>
  )
}

type StepProps = {
  connection: WalletConnection
  state: Extract<Connection, { step: 'disconnected' | 'connecting' }>
}

function ConnectStep({ connection, state }: StepProps) {
  const { wallets } = useWallets()
  const [chosen, choose] = useChosenWallet()
  const isConnecting = state.step === 'connecting'

  function connectCreated(walletId: string) {
    choose(walletId)
    // Connects the new wallet right away, so that the user does not have to click a second time.
    void connection.connect(useWallets.getState().wallets.find(({ id }) => id === walletId))
  }

  return (
    <>
      {state.step === 'disconnected' && state.isWalletMissing && (
        <NoWallet onCreated={connectCreated} />
      )}
      <WalletChoice wallets={wallets} chosen={chosen} onChoose={choose} isBusy={isConnecting}>
        {t(
          'Sign a message to prove that the wallet is yours. It costs nothing and sends no transaction.',
        )}
      </WalletChoice>
      <Button
        variant="primary"
        wide
        busy={isConnecting}
        onClick={() => void connection.connect(chosen)}
      >
        {t('Connect Wallet')}
      </Button>
    </>
  )
}
