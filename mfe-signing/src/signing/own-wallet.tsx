import { to0x } from '@inkproof/proof/bytes'
import type { SigningBasis } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { shortenAddress } from '@inkproof/ui/format'
import type { WalletChoiceState } from '../wallet/use-signing-wallet.ts'
import { WalletPanel } from '../wallet/wallet-panel.tsx'

type Props = {
  choice: WalletChoiceState
  basis: SigningBasis
  /** The wallet that the request names, lower case; undefined if it names none. */
  named?: string | undefined
  isBusy: boolean
}

/** Lets the sender sign with a wallet, unless a key of this browser is bound already. */
export function OwnWallet({ basis, choice, isBusy, named }: Props) {
  const bound = basis.key?.wallet ?? null
  if (basis.key !== null && bound === null) return null
  const { isChosen, wallet } = choice
  const isOther =
    named !== undefined && bound === null && isChosen && wallet !== null
      ? to0x(wallet.key.address) !== named
      : false
  return (
    <div className="space-y-3">
      <WalletPanel
        choice={choice}
        bound={bound}
        otherAccount={t('To sign with another account, discard the document and start again.')}
        noWallet={t('No wallet was found in this browser. Install one and reload this page.')}
        isBusy={isBusy}
      />
      {isOther && (
        <Alert tone="warning">
          {t(
            'You wanted to sign with {address}. Select it in your wallet; otherwise the signed document does not show that the wallet belongs to your account.',
            { address: shortenAddress(named ?? '') },
          )}
        </Alert>
      )}
    </div>
  )
}
