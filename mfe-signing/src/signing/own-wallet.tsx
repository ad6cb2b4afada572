import type { SigningBasis } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import type { WalletChoiceState } from '../wallet/use-signing-wallet.ts'
import { WalletPanel } from '../wallet/wallet-panel.tsx'

type Props = { choice: WalletChoiceState; basis: SigningBasis; isBusy: boolean }

/** Lets the sender sign with a wallet, unless a key of this browser is bound already. */
export function OwnWallet({ basis, choice, isBusy }: Props) {
  const bound = basis.key?.wallet ?? null
  if (basis.key !== null && bound === null) return null
  return (
    <WalletPanel
      choice={choice}
      bound={bound}
      otherAccount={t('To sign with another account, discard the document and start again.')}
      isBusy={isBusy}
    />
  )
}
