import { Button } from '@inkproof/ui/button'
import { type ReactNode, useEffect, useState } from 'react'
import { FormError } from '../dialog/form-parts.tsx'
import { ConnectedWallet } from './connected-wallet.tsx'
import { type Signing, WalletConnection } from './connection.ts'
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
  const [wallet] = useState(() => new WalletConnection())
  const connection = wallet.use()
  const { step } = connection
  const [chosen, choose] = useChosenWallet()
  useEffect(() => () => wallet.end(), [wallet])
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
          onClick={() => void wallet.connect(chosen)}
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
        onClick={() => void wallet.sign(signing)}
      >
        {signLabel}
      </Button>
      {(step === 'connecting' || step === 'signing') && (
        <Waiting name={connection.wallet.name} onCancel={() => wallet.cancel()} />
      )}
      {isConnected && (
        <Button variant="ghost" wide disabled={isBusy} onClick={() => wallet.disconnect()}>
          Disconnect Wallet
        </Button>
      )}
    </div>
  )
}

/** While the wallet is asked, which may be for ever: where to look, and the way out. */
function Waiting({ name, onCancel }: { name: string; onCancel: () => void }) {
  return (
    <div role="status" className="flex items-center justify-between gap-3 text-ink-muted text-sm">
      <p>Answer in {name}. It may have opened a window of its own.</p>
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

/** The wallet the person picked, else the first that was found. */
function useChosenWallet(): [Wallet | undefined, (id: string) => void] {
  const { wallets } = useWallets()
  const [id, setId] = useState<string>()
  useEffect(findWallets, [])
  return [wallets.find((wallet) => wallet.id === id) ?? wallets[0], setId]
}
