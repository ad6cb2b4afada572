/** What a recipient sends to sign: their key, and the statement with what is drawn into the fields. */
import * as z from 'zod/mini'
import { base64Url } from './base64url.ts'
import { MAX_FIELDS } from './envelope-fields.ts'
import { PasskeyProof } from './passkey-keys.ts'

/** POST /envelopes/:id/recipients/:recipient/key: the key of the signer's browser, of their wallet, or a passkey. */
export const BindKeyRequest = z.strictObject({
  /** Uncompressed point on P-256, 65 bytes; or the address of a wallet. Absent with a passkey, whose key svc-auth knows. */
  publicKey: z.exactOptional(
    z
      .string()
      .check(
        z.regex(
          /^(?:[\w-]{87}|0x[\da-f]{40})$/,
          'expected 65 bytes as base64url, or an address in lower case',
        ),
      ),
  ),
  /**
   * Only with an address: the wallet's signature that it is for this recipient (packages/signing, wallet-binding). Those of
   * contracts are longer than 65 bytes, and are refused.
   */
  walletSignature: z.exactOptional(
    z.string().check(z.regex(/^0x(?:[\da-f]{2}){1,4096}$/, 'expected hex in lower case')),
  ),
  /** Instead of `publicKey`: a passkey that is registered with an account here, with its proof that it is for this recipient. */
  passkey: z.exactOptional(PasskeyProof),
})
export type BindKeyRequest = z.infer<typeof BindKeyRequest>

/** Largest appearance stream of a field, in bytes; the same limit as in packages/signing (appearance-stream). */
const MAX_APPEARANCE_BYTES = 200_000
/** Largest size of all appearance streams of a statement together, in bytes. */
const MAX_APPEARANCES_BYTES = 450_000
/** The same for all statements of a request, which is one row of the database; a row has at most 16 MB. */
const MAX_REQUEST_APPEARANCES_BYTES = 6_000_000
/** Largest size of all texts that the signers of a request enter, in bytes. */
const MAX_REQUEST_TEXTS_BYTES = 1_000_000

/** How much one signer may enter, in bytes: an equal share, so that nobody can use up what the others need. */
type SignerLimits = { appearances: number; texts: number }

/** @param signers number of signers of the request, at least one */
export function signerLimits(signers: number): SignerLimits {
  const share = (all: number) => Math.floor(all / signers)
  return {
    appearances: Math.min(MAX_APPEARANCES_BYTES, share(MAX_REQUEST_APPEARANCES_BYTES)),
    texts: share(MAX_REQUEST_TEXTS_BYTES),
  }
}

/** POST /envelopes/:id/recipients/:recipient/statement. {@link signerLimits} says how large the values may be. */
export const SignRequest = z.strictObject({
  /** A signed statement of packages/signing, all of whose values are revealed. */
  signedStatement: base64Url(256 * 1024),
  /** The distinct appearance streams that the statement commits to (packages/signing, appearance-stream). */
  appearances: z.array(base64Url(MAX_APPEARANCE_BYTES)).check(z.maxLength(MAX_FIELDS)),
})
export type SignRequest = z.infer<typeof SignRequest>
