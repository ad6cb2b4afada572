/**
 * How a wallet shows that its holder wants to sign a request with it, before its key is bound to a recipient: EIP-712 typed data.
 *
 *     SigningWallet(string purpose,string title,string recipient,string site,bytes32 envelope,string recipientId)
 *
 * `purpose` is {@link PURPOSE}. The names come from the envelope whose digest is `envelope`, or from the step that replaced the
 * recipient. A signature is valid for this recipient of this request only, and it is no statement: the struct is another one.
 */
import { from0x, to0x, utf8 } from '@inkproof/proof/bytes'
import {
  DOMAIN_FIELDS,
  TYPED_DATA_DOMAIN,
  type TypedField,
  typedDataDigest,
} from '@inkproof/proof/eip712'
import { keccak256 } from '@inkproof/proof/keccak'
import type { Envelope } from './envelope.ts'
import type { WalletKey } from './public-key.ts'
import { verifyWalletSignature } from './wallet-signature.ts'

/** What the wallet signs about. */
export type WalletBinding = {
  envelope: Pick<Envelope, 'title' | 'site'>
  /** Digest of the envelope, 32 bytes. */
  digest: Uint8Array
  /** The recipient who wants to sign with the wallet. */
  recipient: { id: string; name: string }
}

/** The input of `eth_signTypedData_v4`. */
export type WalletBindingTypedData = {
  domain: typeof TYPED_DATA_DOMAIN
  types: Record<'EIP712Domain' | 'SigningWallet', TypedField[]>
  primaryType: 'SigningWallet'
  message: Record<'purpose' | 'title' | 'recipient' | 'site' | 'envelope' | 'recipientId', string>
}

const PURPOSE = 'Use this wallet to sign the document below. This does not sign it yet.'

/** Returns the typed data that the wallet shows and signs. */
export function walletBindingTypedData(binding: WalletBinding): WalletBindingTypedData {
  const { digest, envelope, recipient } = binding
  return {
    domain: TYPED_DATA_DOMAIN,
    types: { EIP712Domain: DOMAIN_FIELDS, SigningWallet: FIELDS },
    primaryType: 'SigningWallet',
    message: {
      purpose: PURPOSE,
      title: envelope.title,
      recipient: recipient.name,
      site: envelope.site.origin,
      envelope: to0x(digest),
      recipientId: recipient.id,
    },
  }
}

/** Computes the 32-byte EIP-712 digest that the wallet signs. */
export function walletBindingDigest(binding: WalletBinding): Uint8Array {
  const { purpose, recipient, recipientId, site, title } = walletBindingTypedData(binding).message
  const hashText = (text: string) => keccak256(utf8(text))
  return typedDataDigest('SigningWallet', FIELDS, [
    hashText(purpose),
    hashText(title),
    hashText(recipient),
    hashText(site),
    binding.digest,
    hashText(recipientId),
  ])
}

/**
 * Verifies that an externally owned account signed the typed data.
 *
 * @param signature 65 bytes: r ‖ s ‖ v, v 27 or 28, s low
 * @throws ProofError BAD_WALLET_SIGNATURE, BAD_SIGNATURE
 */
export function verifyWalletBinding(
  binding: WalletBinding,
  key: WalletKey,
  signature: Uint8Array,
): void {
  verifyWalletSignature(walletBindingDigest(binding), key, signature)
}

/**
 * Reads a signature as wallets return it: 0x and hex. Some return v as 0 or 1.
 *
 * @throws ProofError BAD_HEX
 */
export function readWalletSignature(text: string): Uint8Array {
  const bytes = from0x(text)
  const v = bytes.at(-1) ?? 0
  return bytes.length === 65 && v < 2 ? bytes.with(64, v + 27) : bytes
}

const FIELDS: TypedField[] = [
  { name: 'purpose', type: 'string' },
  { name: 'title', type: 'string' },
  { name: 'recipient', type: 'string' },
  { name: 'site', type: 'string' },
  { name: 'envelope', type: 'bytes32' },
  { name: 'recipientId', type: 'string' },
]
