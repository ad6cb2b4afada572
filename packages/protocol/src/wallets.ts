/** Wallets: signing in, linking to an account, and confirming one's identity. */
import * as z from 'zod/mini'
import { VerificationToken } from './auth.ts'

/** Maximum number of wallets of one account. */
export const MAX_WALLETS = 20

/** An Ethereum address in any case; services return the EIP-55 spelling. */
export const WalletAddress = z
  .string()
  .check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'expected an Ethereum address'))

/** The purpose of a signature. Each message states its purpose and is valid for no other. */
export const WalletPurpose = z.enum(['sign-in', 'link', 'prove'])
export type WalletPurpose = z.infer<typeof WalletPurpose>

/** The wallet that will sign, and the purpose. */
export const SiweMessageRequest = z.strictObject({
  walletAddress: WalletAddress,
  /** The host the page was loaded from; must be the installation's own. */
  domain: z.optional(z.string().check(z.maxLength(255))),
  purpose: z._default(WalletPurpose, 'sign-in'),
})
export type SiweMessageRequest = z.input<typeof SiweMessageRequest>

/** An EIP-4361 message to sign with `personal_sign`: valid once, for five minutes, in this browser. */
export const SiweMessageResponse = z.strictObject({ message: z.string() })
export type SiweMessageResponse = z.infer<typeof SiweMessageResponse>

/** A message and the wallet's signature: 65 bytes, or any format that a contract wallet accepts. */
export const SignedMessage = z.strictObject({
  walletAddress: WalletAddress,
  /** Hexadecimal; anything else is treated as an invalid signature. */
  signature: z.string().check(z.maxLength(8_192)),
  message: z.string().check(z.maxLength(4_096)),
})
export type SignedMessage = z.infer<typeof SignedMessage>

/** A signed message to sign in with, and the human verification if required. */
export const WalletAuthRequest = z.extend(SignedMessage, {
  turnstileToken: z.optional(VerificationToken),
})
export type WalletAuthRequest = z.infer<typeof WalletAuthRequest>

/** The practice wallet to fund with test money. */
export const PracticeWalletRequest = z.strictObject({ address: WalletAddress })
export type PracticeWalletRequest = z.infer<typeof PracticeWalletRequest>
