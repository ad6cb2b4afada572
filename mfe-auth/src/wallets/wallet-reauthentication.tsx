import { t } from '@inkproof/texts/text'
import type { MessageAction } from './message-action.ts'
import { WalletSteps } from './wallet-steps.tsx'
import { reauthenticateWithWallet } from './wallets.api.ts'

/** Confirms the user's identity with a wallet of the account. */
export function WalletReauthentication({ onConfirmed }: { onConfirmed: () => void }) {
  const signing: MessageAction = {
    purpose: 'prove',
    fallback: t('Wallet authentication failed'),
    send: async (signed) => {
      await reauthenticateWithWallet(signed)
      onConfirmed()
    },
  }
  return <WalletSteps signing={signing} signLabel={t('Sign to confirm')} />
}
