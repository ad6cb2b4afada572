import type { SignInAnswer } from '@inkproof/protocol/auth'
import { t } from '@inkproof/texts/text'
import { captchaToken, resetCaptcha } from '../captcha/captcha.store.ts'
import { SecurityVerification } from '../captcha/security-verification.tsx'
import type { Signing } from './connection.ts'
import { WalletSteps } from './wallet-steps.tsx'
import { signInWithWallet } from './wallets.api.ts'

export type WalletCardProps = {
  /** What the service answered: signed in, or a second factor to be asked for. */
  onAnswer: (answer: SignInAnswer) => void
}

/** Wallet sign-in: connect, then sign and authenticate. A wallet nobody knows yet makes an account. */
export function WalletCard({ onAnswer }: WalletCardProps) {
  const signing: Signing = {
    purpose: 'sign-in',
    fallback: t('Wallet authentication failed'),
    send: async (signed) => {
      // Asked for only now: it lives for minutes, and wallets are answered slowly.
      const token = await captchaToken('wallet')
      try {
        onAnswer(await signInWithWallet(signed, token))
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
