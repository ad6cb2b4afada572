import { t } from '@inkproof/texts/text'
import type { SigningAction } from './connection.ts'
import { WalletSteps } from './wallet-steps.tsx'
import { proveByWallet } from './wallets.api.ts'

/** Confirms the user's identity with a wallet of the account. */
export function WalletProof({ onProved }: { onProved: () => void }) {
  const signing: SigningAction = {
    purpose: 'prove',
    fallback: t('Wallet authentication failed'),
    send: async (signed) => {
      await proveByWallet(signed)
      onProved()
    },
  }
  return <WalletSteps signing={signing} signLabel={t('Sign to Confirm')} />
}
