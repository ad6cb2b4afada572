/** Verifies signatures over OCSP responses, certificates and CRLs, and accepts exactly the algorithms with which packages/pdf-signatures verifies them. */
import {
  constants,
  createPublicKey,
  type KeyObject,
  type VerifyKeyObjectInput,
  verify,
} from 'node:crypto'
import { type AlgorithmIdentifier, type PublicKeyInfo, RSASSAPSSParams } from 'pkijs'

/** SHA-1 is not among them. */
const RSA_DIGESTS: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
}
const ECDSA_DIGESTS: Readonly<Record<string, string>> = {
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}
const RSA_PSS = '1.2.840.113549.1.1.10'
const DIGESTS: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
const CURVES = ['prime256v1', 'secp384r1', 'secp521r1']
const MIN_RSA_BITS = 2048

/** Parts of a signed structure. */
export type Signed = { algorithm: AlgorithmIdentifier; data: Uint8Array; signature: Uint8Array }

/** Whether this key made the signature. False for keys and algorithms that are not accepted. */
export function isSignedBy({ algorithm, data, signature }: Signed, owner: PublicKeyInfo): boolean {
  const scheme = schemeOf(algorithm)
  if (!scheme) return false
  const { hash, type, ...padding } = scheme
  try {
    const spki = Buffer.from(owner.toSchema().toBER())
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    return isAccepted(key, type) && verify(hash, data, { key, ...padding }, signature)
  } catch {
    // A key that cannot be read.
    return false
  }
}

type Scheme = Pick<VerifyKeyObjectInput, 'padding' | 'saltLength'> & {
  hash: string
  type: 'rsa' | 'ec'
}

function schemeOf(algorithm: AlgorithmIdentifier): Scheme | null {
  const { algorithmId } = algorithm
  if (algorithmId === RSA_PSS) return pssScheme(algorithm)
  const rsa = RSA_DIGESTS[algorithmId]
  if (rsa) return { type: 'rsa', hash: rsa }
  const ecdsa = ECDSA_DIGESTS[algorithmId]
  return ecdsa ? { type: 'ec', hash: ecdsa } : null
}

/** RFC 4055, 3.1. A signature with another hash for its mask is not valid here, as in WebCrypto, which verifies the file later. */
function pssScheme({ algorithmParams }: AlgorithmIdentifier): Scheme | null {
  try {
    const parameters = new RSASSAPSSParams({ schema: algorithmParams })
    const { hashAlgorithm, saltLength, trailerField } = parameters
    const hash = DIGESTS[hashAlgorithm.algorithmId]
    if (!hash || trailerField !== 1) return null
    return { type: 'rsa', hash, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
  } catch {
    return null
  }
}

function isAccepted({ asymmetricKeyDetails, asymmetricKeyType }: KeyObject, type: string): boolean {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails ?? {}
  if (asymmetricKeyType !== type) return false
  return type === 'rsa' ? modulusLength >= MIN_RSA_BITS : CURVES.includes(namedCurve)
}
