import type { SignInResponse } from '@inkproof/protocol/auth'
import { t } from '@inkproof/texts/text'
import { captchaToken, resetCaptcha } from '../captcha/captcha.store.ts'
import { SecurityVerification } from '../captcha/security-verification.tsx'
import type { SigningAction } from './connection.ts'
import { WalletSteps } from './wallet-steps.tsx'
import { signInWithWallet } from './wallets.api.ts'

export type WalletCardProps = {
  /** Called with the service's response: signed in, or a second factor is required. */
  onResponse: (response: SignInResponse) => void
}

/** Wallet sign-in: connect, then sign and authenticate. An unknown wallet creates an account. */
export function WalletCard({ onResponse }: WalletCardProps) {
  const signing: SigningAction = {
    purpose: 'sign-in',
    fallback: t('Wallet authentication failed'),
    send: async (signed) => {
      // Requested only now, because the token is valid for minutes and users take time to respond in their wallet.
      const token = await captchaToken('wallet')
      try {
        onResponse(await signInWithWallet(signed, token))
      } catch (error) {
        resetCaptcha()
        throw error
      }
    },
  }
  return (
    <WalletSteps signing={signing} signLabel={t('Sign and Authenticate')}>
      <SecurityVerification call="wallet" />
    </WalletSteps>
  )
}
