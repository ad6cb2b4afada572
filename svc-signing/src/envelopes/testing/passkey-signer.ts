/** A recipient who signs with a passkey in software. Tests can falsify its responses. */
import { fromBase64Url, toBase64Url } from '@inkproof/proof/bytes'
import type { PasskeyJwk, SigningPasskey } from '@inkproof/protocol/passkey-keys'
import type { BindKeyRequest } from '@inkproof/protocol/sign-request'
import type { Envelope } from '@inkproof/signing/envelope'
import { envelopeDigest } from '@inkproof/signing/envelope'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { passkeyBindingDigest } from '@inkproof/signing/passkey-binding'
import { publicKeyFromJwk } from '@inkproof/signing/public-key'
import { statementDigest } from '@inkproof/signing/statement'
import { assertionSignature } from '@inkproof/signing/webauthn'
import {
  createSoftPasskey,
  type Forgery,
  type SoftPasskey,
} from '../../../../svc-auth/src/testing/authenticator.ts'
import type { For, Signer } from './signer.ts'

export type PasskeySigner = Omit<Signer, 'publicKeyText'> & {
  /** As it is bound. */
  known: SigningPasskey
  /** Signs that the passkey is for this recipient; returns what the calls contain that bind a key. */
  keyFor(shown: For, forgery?: Forgery): BindKeyRequest
  /** The same passkey, whose statements are forged. */
  forging(forgery: Forgery): PasskeySigner
}

/** @param passkey one that is registered; the site of the request is used, whatever its own is */
export function createPasskeySigner(
  passkey: SoftPasskey = createSoftPasskey('https://sign.example.com'),
  forged: Forgery = {},
): PasskeySigner {
  const { id, jwk } = passkey
  const publicKey = publicKeyFromJwk(jwk as PasskeyJwk)

  function assert(challenge: Uint8Array, { origin, rpId }: Envelope['site'], forgery: Forgery) {
    const options = { challenge: toBase64Url(challenge), rpId }
    const { authenticatorData, clientDataJSON, signature } = passkey.use(options, {
      origin,
      ...forgery,
    }).response
    return { authenticatorData, clientDataJSON, signature }
  }

  return {
    publicKey,
    known: { id, publicKey: jwk as PasskeyJwk },
    keyFor: ({ basis, you }, forgery = {}) => {
      const bytes = fromBase64Url(basis?.envelope ?? '')
      const { site } = decodeEnvelope(bytes)
      const binding = { digest: envelopeDigest(bytes), recipient: you.id }
      return { passkey: { id, ...assert(passkeyBindingDigest(binding), site, forgery) } }
    },
    sign: async (bytes, { site }) => {
      const response = assert(statementDigest(bytes), site, forged)
      return {
        type: 'passkey',
        authenticatorData: fromBase64Url(response.authenticatorData),
        clientDataJSON: fromBase64Url(response.clientDataJSON),
        signature: assertionSignature(publicKey, fromBase64Url(response.signature)),
      }
    },
    forging: (forgery) => createPasskeySigner(passkey, forgery),
  }
}
