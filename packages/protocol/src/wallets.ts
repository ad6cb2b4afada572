/**
 * Wallets: signing in with one, adding one to an account, showing by one that it is still you.
 */
import * as z from 'zod/mini'
import { VerificationToken } from './auth.ts'

/** Most wallets of one account: more than anybody has. */
export const MOST_WALLETS = 20

/** An Ethereum address in any case; services answer with the EIP-55 spelling. */
export const WalletAddress = z
  .string()
  .check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'expected an Ethereum address'))

/** What a signature is for. Each message says it in words, and opens nothing else. */
export const WalletPurpose = z.enum(['sign-in', 'link', 'prove'])
export type WalletPurpose = z.infer<typeof WalletPurpose>

/** POST /api/auth/siwe-message */
export const SiweMessageRequest = z.strictObject({
  walletAddress: WalletAddress,
  /** The host the page was loaded from; another than the installation's own is refused. */
  domain: z.optional(z.string().check(z.maxLength(255))),
  purpose: z._default(WalletPurpose, 'sign-in'),
})
export type SiweMessageRequest = z.input<typeof SiweMessageRequest>

/** An EIP-4361 message to be signed by `personal_sign`, once, within five minutes, by this browser. */
export const SiweMessageAnswer = z.strictObject({ message: z.string() })
export type SiweMessageAnswer = z.infer<typeof SiweMessageAnswer>

/** A message and the wallet's signature of it: 65 bytes, or whatever a contract wallet takes. */
export const SignedMessage = z.strictObject({
  walletAddress: WalletAddress,
  /** Hexadecimal; what is not is a wrong signature like any other. */
  signature: z.string().check(z.maxLength(8_192)),
  message: z.string().check(z.maxLength(4_096)),
})
export type SignedMessage = z.infer<typeof SignedMessage>

/** POST /api/auth/wallet-auth */
export const WalletAuthRequest = z.extend(SignedMessage, {
  turnstileToken: z.optional(VerificationToken),
})
export type WalletAuthRequest = z.infer<typeof WalletAuthRequest>

/** POST /api/auth/practice-wallet: gives a practice wallet its practice money. */
export const PracticeWalletRequest = z.strictObject({ address: WalletAddress })
export type PracticeWalletRequest = z.infer<typeof PracticeWalletRequest>
