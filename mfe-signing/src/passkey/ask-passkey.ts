/** What a passkey signs: that it is for a recipient, and their statement. */
import { fromBase64Url, toBase64Url } from '@inkproof/proof/bytes'
import { ProofError } from '@inkproof/proof/proof-error'
import type { SigningBasis } from '@inkproof/protocol/envelopes'
import type { PasskeyProof, SigningPasskey } from '@inkproof/protocol/passkey-keys'
import { type Envelope, envelopeDigest } from '@inkproof/signing/envelope'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { passkeyBindingDigest } from '@inkproof/signing/passkey-binding'
import { publicKeyFromJwk } from '@inkproof/signing/public-key'
import { statementDigest } from '@inkproof/signing/statement'
import { type Assertion, assertionSignature, verifyAssertion } from '@inkproof/signing/webauthn'
import { toPasskeyError } from '@inkproof/slice-parts/passkey-error'
import { getPasskey } from '@inkproof/slice-parts/passkey-prompt'
import { t } from '@inkproof/texts/text'

/**
 * Asks a passkey to sign that it is for this person of this request.
 *
 * @param id of the only passkey that is accepted; null for any of this site
 * @throws Error with a sentence for the user
 */
export async function askForBinding(
  basis: SigningBasis,
  recipient: string,
  id: string | null,
): Promise<PasskeyProof> {
  const bytes = fromBase64Url(basis.envelope)
  const challenge = passkeyBindingDigest({ digest: envelopeDigest(bytes), recipient })
  try {
    return await askFor(challenge, decodeEnvelope(bytes).site, id)
  } catch (error) {
    if (id !== null || !isUnanswered(error)) throw error
    throw new Error(
      t('No passkey was used. Try again, or sign without one if you have none for this site.'),
      { cause: error },
    )
  }
}

/** Browsers report a closed prompt and a missing passkey in the same way. */
function isUnanswered(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && cause.name === 'NotAllowedError'
}

/**
 * Asks the bound passkey to sign a statement.
 *
 * @param bytes the encoded statement
 * @throws Error with a sentence for the user
 */
export async function askForStatement(
  basis: SigningBasis,
  { id, publicKey }: SigningPasskey,
  bytes: Uint8Array,
): Promise<Assertion> {
  const { site } = decodeEnvelope(fromBase64Url(basis.envelope))
  const challenge = statementDigest(bytes)
  const sent = await askFor(challenge, site, id)
  const key = publicKeyFromJwk(publicKey)
  try {
    const assertion = {
      authenticatorData: fromBase64Url(sent.authenticatorData),
      clientDataJSON: fromBase64Url(sent.clientDataJSON),
      signature: assertionSignature(key, fromBase64Url(sent.signature)),
    }
    await verifyAssertion(assertion, key, { site, challenge })
    return assertion
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    throw new Error(t('The passkey returned no valid signature. Nothing was signed. Try again.'), {
      cause: error,
    })
  }
}

async function askFor(
  challenge: Uint8Array,
  { rpId }: Envelope['site'],
  id: string | null,
): Promise<PasskeyProof> {
  try {
    const { id: used, response } = await getPasskey({
      challenge: toBase64Url(challenge),
      rpId,
      userVerification: 'required',
      ...(id !== null && { allowCredentials: [{ id, type: 'public-key' }] }),
    })
    const { authenticatorData, clientDataJSON, signature } = response
    return { id: used, authenticatorData, clientDataJSON, signature }
  } catch (error) {
    throw toPasskeyError(error)
  }
}
