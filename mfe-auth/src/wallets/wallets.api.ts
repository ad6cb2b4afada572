import type { AccountView } from '@inkproof/protocol/account'
import type { SignInResponse } from '@inkproof/protocol/auth'
import * as calls from '@inkproof/protocol/calls/wallets'
import type { SignedMessage, WalletPurpose } from '@inkproof/protocol/wallets'
import { call } from '@inkproof/slice-parts/call'

/** Returns the message for this wallet to sign. The purpose is sent only if it is not sign-in. */
export async function fetchMessage(walletAddress: string, purpose: WalletPurpose): Promise<string> {
  const domain = location.host
  const body = { walletAddress, domain, ...(purpose !== 'sign-in' && { purpose }) }
  const { message } = await call(calls.createWalletMessage, { body })
  return message
}

export function signInWithWallet(
  signed: SignedMessage,
  turnstileToken: string | undefined,
): Promise<SignInResponse> {
  return call(calls.signInWithWallet, { body: { ...signed, turnstileToken } })
}

export function linkWallet(signed: SignedMessage): Promise<AccountView> {
  return call(calls.linkWallet, { body: signed })
}

export function unlinkWallet(address: string): Promise<AccountView> {
  return call(calls.unlinkWallet, { params: { address } })
}

export function reauthenticateWithWallet(signed: SignedMessage): Promise<void> {
  return call(calls.reauthenticateWithWallet, { body: signed })
}

export function fundPracticeWallet(address: string): Promise<void> {
  return call(calls.fundPracticeWallet, { body: { address } })
}
