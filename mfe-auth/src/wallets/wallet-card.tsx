import type { SignInResponse } from '@inkproof/protocol/auth'
import { t } from '@inkproof/texts/text'
import { getCaptchaToken, resetCaptcha } from '../captcha/captcha.store.ts'
import { SecurityVerification } from '../captcha/security-verification.tsx'
import type { MessageAction } from './message-action.ts'
import { WalletSteps } from './wallet-steps.tsx'
import { signInWithWallet } from './wallets.api.ts'

export type WalletCardProps = {
  /** Called with the service's response: signed in, or a second factor is required. */
  onResponse: (response: SignInResponse) => void
}

/** Wallet sign-in: connect, then sign and authenticate. An unknown wallet creates an account. */
export function WalletCard({ onResponse }: WalletCardProps) {
  const signing: MessageAction = {
    purpose: 'sign-in',
    fallback: t('Wallet authentication failed'),
    send: async (signed) => {
      // Requested after signing, because the token expires after a few minutes and signing may take longer.
      const token = await getCaptchaToken('wallet')
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
      <SecurityVerification purpose="wallet" />
    </WalletSteps>
  )
}
