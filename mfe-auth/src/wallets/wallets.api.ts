import type { AccountView } from '@inkproof/protocol/account'
import type { SignInAnswer } from '@inkproof/protocol/auth'
import type {
  SignedMessage,
  SiweMessageAnswer,
  SiweMessageRequest,
  WalletPurpose,
} from '@inkproof/protocol/wallets'
import { request } from '@inkproof/slice'

/** The message this wallet is to sign. Its purpose is sent only if it is not signing in. */
export async function fetchMessage(walletAddress: string, purpose: WalletPurpose): Promise<string> {
  const payload: SiweMessageRequest = {
    walletAddress,
    domain: location.host,
    ...(purpose !== 'sign-in' && { purpose }),
  }
  const answer = await request('POST', '/api/auth/siwe-message', payload)
  const { message }: SiweMessageAnswer = await answer.json()
  return message
}

export async function signInWithWallet(
  signed: SignedMessage,
  turnstileToken: string | undefined,
): Promise<SignInAnswer> {
  const answer = await request('POST', '/api/auth/wallet-auth', { ...signed, turnstileToken })
  return answer.json()
}

export async function linkWallet(signed: SignedMessage): Promise<AccountView> {
  const answer = await request('POST', '/api/auth/wallets', signed)
  return answer.json()
}

export async function unlinkWallet(address: string): Promise<AccountView> {
  const answer = await request('DELETE', `/api/auth/wallets/${address}`)
  return answer.json()
}

export async function proveByWallet(signed: SignedMessage): Promise<void> {
  await request('POST', '/api/auth/prove/wallet', signed)
}

export async function fundPracticeWallet(address: string): Promise<void> {
  await request('POST', '/api/auth/practice-wallet', { address })
}
