import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { type ReactNode, useEffect, useState } from 'react'
import { FormError } from '../forms/form-error.tsx'
import { useFocusWhenReady } from '../forms/use-focus.ts'
import { ConnectedWallet } from './connected-wallet.tsx'
import { type Connection, type SigningAction, WalletConnection } from './connection.ts'
import { discoverWallets, useWallets, type Wallet } from './discovery.ts'
import { NoWallet } from './no-wallet.tsx'
import { WalletChoice } from './wallet-choice.tsx'

type Props = {
  signing: SigningAction
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
        onClick={() => void connection.sign(signing)}
      >
        {signLabel}
      </Button>
      {(step === 'connecting' || step === 'signing') && (
        <WaitingNote name={state.wallet.name} onCancel={() => connection.cancel()} />
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
      <WalletChoice chosen={chosen} onChoose={choose} isBusy={isConnecting} />
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

/** Shown while the page waits for the wallet, which may never respond: where to continue, and a cancel button. */
function WaitingNote({ name, onCancel }: { name: string; onCancel: () => void }) {
  return (
    <div role="status" className="flex items-center justify-between gap-3 text-ink-muted text-sm">
      <p>{t('Continue in {name}. It may have opened a separate window.', { name })}</p>
      <Button size="sm" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  )
}

/** The wallet that the user chose, otherwise the first one found. */
function useChosenWallet(): [Wallet | undefined, (id: string) => void] {
  const { wallets } = useWallets()
  const [id, setId] = useState<string>()
  useEffect(discoverWallets, [])
  return [wallets.find((wallet) => wallet.id === id) ?? wallets[0], setId]
}
