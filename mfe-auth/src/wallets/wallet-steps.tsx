import { Button } from '@inkproof/ui/button'
import { type ReactNode, useEffect, useState } from 'react'
import { FormError } from '../dialog/form-parts.tsx'
import { ConnectedWallet } from './connected-wallet.tsx'
import {
  cancel,
  connect,
  disconnect,
  forgetConnection,
  type Signing,
  sign,
  useConnection,
} from './connection.store.ts'
import { findWallets, useWallets, type Wallet } from './discovery.ts'
import { NoWallet } from './no-wallet.tsx'
import { WalletChoice } from './wallet-choice.tsx'

type Props = {
  signing: Signing
  signLabel: string
  /** Above the button that signs. */
  children?: ReactNode
}

/** Connect a wallet, then sign: the two steps of everything a wallet is used for. */
export function WalletSteps({ signing, signLabel, children }: Props) {
  const connection = useConnection()
  const { step } = connection
  const [chosen, choose] = useChosenWallet()
  const isBusy = step === 'connecting' || step === 'signing' || step === 'sending'
  const isConnected = 'address' in connection
  return (
    <div className="space-y-5" aria-busy={isBusy}>
      <FormError error={'error' in connection ? connection.error : undefined} />
      {step === 'apart' && connection.isMissing && <NoWallet onCreated={choose} />}
      {isConnected ? (
        <ConnectedWallet {...connection} />
      ) : (
        <WalletChoice chosen={chosen} onChoose={choose} isBusy={isBusy} />
      )}
      {!isConnected && (
        <Button
          variant="primary"
          wide
          busy={step === 'connecting'}
          onClick={() => void connect(chosen)}
        >
          Connect Wallet
        </Button>
      )}
      {children}
      <Button
        variant={isConnected ? 'primary' : 'secondary'}
        wide
        busy={step === 'signing' || step === 'sending'}
        disabled={isBusy}
        onClick={() => void sign(signing)}
      >
        {signLabel}
      </Button>
      <Waiting />
      {isConnected && (
        <Button variant="ghost" wide disabled={isBusy} onClick={disconnect}>
          Disconnect Wallet
        </Button>
      )}
    </div>
  )
}

/** While the wallet is asked, which may be for ever: where to look, and the way out. */
function Waiting() {
  const connection = useConnection()
  if (connection.step !== 'connecting' && connection.step !== 'signing') return null
  return (
    <div role="status" className="flex items-center justify-between gap-3 text-ink-muted text-sm">
      <p>Answer in {connection.wallet.name}. It may have opened a window of its own.</p>
      <Button size="sm" onClick={cancel}>
        Cancel
      </Button>
    </div>
  )
}

/** The wallet the person picked, else the first that was found. */
function useChosenWallet(): [Wallet | undefined, (id: string) => void] {
  const { wallets } = useWallets()
  const [id, setId] = useState<string>()
  useEffect(() => {
    const stop = findWallets()
    return () => {
      stop()
      forgetConnection()
    }
  }, [])
  return [wallets.find((wallet) => wallet.id === id) ?? wallets[0], setId]
}
