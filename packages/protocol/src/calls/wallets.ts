/** Signing in with a wallet, and the wallets of an account. */
import * as z from 'zod/mini'
import { AccountView } from '../account.ts'
import { SecondFactorNeeded, SignedIn, VERIFICATION_PLACEHOLDER } from '../auth.ts'
import { type CallLimit, defineCall, EMPTY } from '../call.ts'
import {
  PracticeWalletRequest,
  SignedMessage,
  SiweMessageRequest,
  SiweMessageResponse,
  WalletAddress,
  WalletAuthRequest,
} from '../wallets.ts'

const TAG = 'Wallets'
const MINUTE_SECONDS = 60

/** Signatures sent from one IP address. Generous, because an office shares one IP address. */
const SIGNATURE_LIMIT = {
  name: 'wallet-signature-address',
  max: 300,
  windowSeconds: 15 * MINUTE_SECONDS,
  whenRedisFails: 'closed',
  by: 'ip',
  at: 'after-parse',
} as const satisfies CallLimit

/** Linking a wallet, removing a wallet, or confirming one's identity with a wallet, by one account. */
const ACCOUNT_LIMIT = {
  name: 'wallet-account',
  max: 60,
  windowSeconds: 60 * MINUTE_SECONDS,
  whenRedisFails: 'closed',
  by: 'account',
} as const satisfies CallLimit

const SIGNED_EXAMPLE = { walletAddress: '', signature: '', message: '' }

export const createWalletMessage = defineCall({
  method: 'POST',
  path: '/api/auth/siwe-message',
  worksWhenFull: true,
  summary: 'Creates the message that a wallet signs, for a purpose: sign-in, link or prove.',
  tag: TAG,
  access: 'anyone',
  limit: { ...SIGNATURE_LIMIT, name: 'wallet-message-address' },
  body: SiweMessageRequest,
  responses: { 200: SiweMessageResponse },
  errors: ['WALLET_MESSAGE_REFUSED'],
  console: { body: { walletAddress: '', purpose: 'sign-in' } },
})

export const signInWithWallet = defineCall({
  method: 'POST',
  path: '/api/auth/wallet-auth',
  worksWhenFull: true,
  summary: 'Signs in with a message signed by a wallet; creates an account for a new wallet.',
  tag: TAG,
  access: 'anyone',
  limit: SIGNATURE_LIMIT,
  body: WalletAuthRequest,
  responses: { 200: SignedIn, 201: SignedIn, 202: SecondFactorNeeded },
  errors: [
    'VERIFICATION_FAILED',
    'WALLET_MESSAGE_REFUSED',
    'WALLET_SIGNATURE_WRONG',
    'SIGN_IN_METHOD_TAKEN',
    'SESSION_ENDED',
  ],
  console: {
    body: { ...SIGNED_EXAMPLE, turnstileToken: VERIFICATION_PLACEHOLDER },
    effect: 'Signs you in and replaces this browser’s current session.',
    after: 'signs-in',
  },
})

export const fundPracticeWallet = defineCall({
  method: 'POST',
  path: '/api/auth/practice-wallet',
  summary: 'Funds a practice wallet, on installations that run their own chain.',
  tag: TAG,
  access: 'anyone',
  limit: {
    name: 'practice-wallet-address',
    max: 60,
    windowSeconds: 60 * MINUTE_SECONDS,
    whenRedisFails: 'closed',
    by: 'ip',
  },
  body: PracticeWalletRequest,
  responses: { 204: EMPTY },
  errors: ['NOT_FOUND'],
  console: { body: { address: '' }, effect: 'Sends test money to the address.' },
})

export const linkWallet = defineCall({
  method: 'POST',
  path: '/api/auth/wallets',
  summary: 'Links a wallet to the account with a message signed for that purpose.',
  tag: TAG,
  access: 'reauthenticated',
  limit: ACCOUNT_LIMIT,
  body: SignedMessage,
  responses: { 200: AccountView },
  errors: [
    'WALLET_MESSAGE_REFUSED',
    'WALLET_SIGNATURE_WRONG',
    'SIGN_IN_METHOD_TAKEN',
    'TOO_MANY_WALLETS',
  ],
  console: { body: SIGNED_EXAMPLE, effect: 'You can sign in with the wallet from then on.' },
})

export const unlinkWallet = defineCall({
  method: 'DELETE',
  path: '/api/auth/wallets/:address',
  summary: 'Removes a wallet from the account and ends all other sessions.',
  tag: TAG,
  access: 'reauthenticated',
  limit: ACCOUNT_LIMIT,
  params: z.strictObject({ address: WalletAddress }),
  responses: { 200: AccountView },
  errors: ['ITEM_NOT_FOUND', 'LAST_SIGN_IN_METHOD'],
  console: {
    effect: 'You can no longer sign in with the wallet; your other sessions end.',
  },
})

export const reauthenticateWithWallet = defineCall({
  method: 'POST',
  path: '/api/auth/prove/wallet',
  summary: 'Confirms the identity of the signed-in user with the signature of a linked wallet.',
  tag: TAG,
  access: 'session',
  limit: ACCOUNT_LIMIT,
  body: SignedMessage,
  responses: { 204: EMPTY },
  errors: [
    'WALLET_MESSAGE_REFUSED',
    'WALLET_SIGNATURE_WRONG',
    'WALLET_NOT_YOURS',
    'STRONGER_PROOF_NEEDED',
  ],
  console: { body: SIGNED_EXAMPLE },
})

/** Signing in with a wallet, and practice wallets. */
export const walletSignInCalls = { createWalletMessage, signInWithWallet, fundPracticeWallet }

/** The wallets of the account that is signed in. */
export const linkedWalletCalls = { linkWallet, unlinkWallet, reauthenticateWithWallet }
