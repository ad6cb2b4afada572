/** Calls for signing in with a wallet, and for funding practice wallets. */
import type { ParsedInput } from '@inkproof/protocol/call'
import { type createWalletMessage, walletSignInCalls } from '@inkproof/protocol/calls/wallets'
import type { SiweMessageResponse, WalletAuthRequest } from '@inkproof/protocol/wallets'
import { AppError } from '@inkproof/service-kit/app-error'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import { getAddress } from 'ethers'
import type { CreateAccountDeps } from '../accounts/create-account.ts'
import type { CountNewAccount } from '../accounts/new-account-limit.ts'
import { recordHumanVerification } from '../accounts/verified-person.ts'
import type { CallerOf } from '../callers/caller.http.ts'
import type { Caller } from '../callers/caller.ts'
import type { Verification } from '../captcha/verification.ts'
import type { FinishSignIn, SignInResult } from '../sessions/finish-sign-in.ts'
import {
  type RecordAccountCreatedDeps,
  recordAccountCreated,
} from '../sign-in/record-account-created.ts'
import { createMessageText, messageRejected } from './message.ts'
import { fundPracticeWallet, type PracticeDeps } from './practice-wallet.ts'
import { findOrCreateWalletAccount } from './sign-in.ts'
import { type VerifyCallerWalletDeps, verifyCallerWallet } from './verify-caller-wallet.ts'

export type WalletCallsDeps = VerifyCallerWalletDeps &
  CreateAccountDeps &
  RecordAccountCreatedDeps & {
    callerOf: CallerOf
    finishSignIn: FinishSignIn
    countNewAccount: CountNewAccount
    practice: PracticeDeps
    consumeCaptcha: Verification['consume']
  }

export function implementWalletCalls(deps: WalletCallsDeps): BoundCall[] {
  return implement(walletSignInCalls, {
    createWalletMessage: ({ body, req, res }) => createMessage(deps, body, deps.callerOf(req, res)),
    signInWithWallet: ({ body, req, res }) => signIn(deps, body, deps.callerOf(req, res)),
    fundPracticeWallet: ({ body }) => fundPracticeWallet(deps.practice, body.address),
  })
}

/** Creates the message to sign. @throws AppError WALLET_MESSAGE_REFUSED for a page of another site */
async function createMessage(
  { site, nonces, now }: Pick<WalletCallsDeps, 'site' | 'nonces' | 'now'>,
  { walletAddress, domain, purpose }: ParsedInput<typeof createWalletMessage>['body'],
  { browserId }: Caller,
): Promise<SiweMessageResponse> {
  if (domain !== undefined && domain !== site.domain)
    throw messageRejected('domain', `it is not ${site.domain}`)
  const address = getAddress(walletAddress.toLowerCase())
  const message = await nonces.issue({ purpose, browserId }, (nonce) =>
    createMessageText(site, { address, nonce, purpose }, now()),
  )
  return { message }
}

/** @throws AppError SIGN_IN_METHOD_TAKEN, and the errors of {@link verifyCallerWallet} */
async function signIn(
  deps: WalletCallsDeps,
  { turnstileToken, ...signed }: WalletAuthRequest,
  caller: Caller,
): Promise<SignInResult<boolean>> {
  const isHuman = await deps.consumeCaptcha(turnstileToken, 'wallet', caller)
  const address = await verifyCallerWallet(deps, signed, 'sign-in', caller)
  const result = await findOrCreateWalletAccount(deps, address, caller.network)
  if (!result) throw new AppError('SIGN_IN_METHOD_TAKEN')
  if (result.isNew) await recordAccountCreated(deps, result.account, 'wallet', caller)
  const account = isHuman ? await recordHumanVerification(deps, result.account) : result.account
  return deps.finishSignIn({ ...result, account, method: 'wallet', caller })
}
