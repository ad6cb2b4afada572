import { to0x } from '@inkproof/proof/bytes'
import type { SigningBasis } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { shortenAddress } from '@inkproof/ui/format'
import { KeyPanel } from '../key-choice/key-panel.tsx'
import type { KeyChoice } from '../key-choice/use-key-choice.ts'
import { isKeyOfBrowser } from './is-bound-key.ts'

type Props = {
  choice: KeyChoice
  basis: SigningBasis
  /** The wallet that the request names, lower case; undefined if it names none. */
  namedWallet?: string | undefined
  isBusy: boolean
}

/** Lets the sender sign with a wallet or a passkey, unless a key of this browser is bound already. */
export function OwnKey({ basis, choice, isBusy, namedWallet }: Props) {
  const { key: bound } = basis
  if (bound !== null && isKeyOfBrowser(bound)) return null
  const { kind, wallet } = choice
  const isOther =
    namedWallet !== undefined && bound === null && kind === 'wallet' && wallet !== null
      ? to0x(wallet.key.address) !== namedWallet
      : false
  return (
    <div className="space-y-3">
      <KeyPanel
        choice={choice}
        bound={bound}
        otherAccount={t('To sign with another account, discard the document and start again.')}
        noWallet={t('No wallet was found in this browser. Install one and reload this page.')}
        isBusy={isBusy}
        isSignedIn
      />
      {isOther && (
        <Alert tone="warning">
          {t(
            'You wanted to sign with {address}. Select it in your wallet; otherwise the signed document does not show that the wallet belongs to your account.',
            { address: shortenAddress(namedWallet ?? '') },
          )}
        </Alert>
      )}
    </div>
  )
}
