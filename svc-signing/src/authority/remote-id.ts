/** Opens a sealing identity whose key is not in this process. */
import type { X509Certificate } from 'node:crypto'
import { type CheckedId, checkedId, requireSupportedKey } from '@inkproof/pdf-signing/checked-id'
import { digestSigner } from '@inkproof/pdf-signing/digest-signer'
import type { DigitalId, SignatureAlgorithm } from '@inkproof/pdf-signing/digital-id'
import { SigningError, UnusableId, type UnusableIdCode } from '@inkproof/pdf-signing/errors'
import { StartRefused } from '@inkproof/service-kit/dependency'
import { SealUnavailable } from './sealing-source.ts'

export type RemoteKey = {
  /** The certificate of the key comes first. */
  certificates: X509Certificate[]
  /** As `SignDigest` of packages/pdf-signing. */
  signDigest(digest: Uint8Array, algorithm: SignatureAlgorithm): Promise<Uint8Array>
  problems: IdProblems
  /** Returns StartRefused or SealUnavailable, with a sentence for operators, for an error of the key; other errors as they are. */
  toOperatorError(error: unknown): unknown
}

/** Sentences for operators. */
export type IdProblems = Readonly<Partial<Record<UnusableIdCode, (error: UnusableId) => string>>>

/** @returns an identity that signs, or throws SealUnavailable. @throws StartRefused, SealUnavailable */
export async function openRemoteId(key: RemoteKey): Promise<CheckedId> {
  try {
    const [certificate, ...issuers] = key.certificates
    if (!certificate) throw new UnusableId('no-certificate')
    requireSupportedKey(certificate)
    const isEc = certificate.publicKey.asymmetricKeyType === 'ec'
    const sign = digestSigner(certificate, (digest) =>
      key.signDigest(digest, isEc ? 'ecdsa-sha256' : 'rsa-sha256'),
    )
    const id = await checkedId(sign, [certificate], issuers)
    return { ...id, sign: withSealUnavailable(sign, key.toOperatorError) }
  } catch (error) {
    const unusable = error instanceof SigningError ? new UnusableId('wrong-key') : error
    if (!(unusable instanceof UnusableId)) throw key.toOperatorError(error)
    const sentence = key.problems[unusable.code]?.(unusable) ?? unusable.code
    throw new StartRefused(sentence, { cause: error })
  }
}

/** Throws SealUnavailable for every failure of the key, because documents wait until it works again. */
function withSealUnavailable(
  sign: DigitalId['sign'],
  toOperatorError: RemoteKey['toOperatorError'],
): DigitalId['sign'] {
  return async (bytes) => {
    try {
      return await sign(bytes)
    } catch (error) {
      const { message } = toOperatorError(error) as Error
      throw new SealUnavailable(message, { cause: error })
    }
  }
}
