import { Integer, ObjectIdentifier, Sequence } from 'asn1js'
import { type AlgorithmIdentifier, type PublicKeyInfo, RSASSAPSSParams } from 'pkijs'
import { type Bytes, concat, parseDer, parseOrNull } from './encoding.ts'

/** `unsupported`: an algorithm that is not checked, among them all that are no longer safe. */
export type Verdict = 'valid' | 'wrong' | 'unsupported'

const DIGESTS: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}
const RSA_ENCRYPTION = '1.2.840.113549.1.1.1'
const RSA_PSS = '1.2.840.113549.1.1.10'
const RSA_DIGESTS: Record<string, string> = {
  '1.2.840.113549.1.1.11': 'SHA-256',
  '1.2.840.113549.1.1.12': 'SHA-384',
  '1.2.840.113549.1.1.13': 'SHA-512',
}
const ECDSA_DIGESTS: Record<string, string> = {
  '1.2.840.10045.4.3.2': 'SHA-256',
  '1.2.840.10045.4.3.3': 'SHA-384',
  '1.2.840.10045.4.3.4': 'SHA-512',
}
const CURVES: Record<string, { namedCurve: string; size: number }> = {
  '1.2.840.10045.3.1.7': { namedCurve: 'P-256', size: 32 },
  '1.3.132.0.34': { namedCurve: 'P-384', size: 48 },
  '1.3.132.0.35': { namedCurve: 'P-521', size: 66 },
}
const MIN_RSA_BITS = 2048

/** The name of a digest algorithm for WebCrypto; null if it is not supported (SHA-1 and MD5 are not). */
export function digestName({ algorithmId }: AlgorithmIdentifier): string | null {
  return DIGESTS[algorithmId] ?? null
}

/**
 * Verifies a signature value over `data` with RSA PKCS #1 v1.5 or PSS (RFC 8017, RFC 4055), or with ECDSA on P-256, P-384
 * or P-521 (RFC 5758). `digestAlgorithm` is the one that a CMS signer states separately; the two must agree.
 */
export async function verifyValue(
  key: PublicKeyInfo,
  algorithm: AlgorithmIdentifier,
  value: Uint8Array,
  data: Bytes,
  digestAlgorithm: string | null = null,
): Promise<Verdict> {
  const scheme = schemeOf(key, algorithm, digestAlgorithm)
  if (!scheme || (digestAlgorithm !== null && scheme.hash !== digestAlgorithm)) return 'unsupported'
  const signature = scheme.size === 0 ? new Uint8Array(value) : toRaw(value, scheme.size)
  if (!signature) return 'wrong'
  try {
    const spki = key.toSchema().toBER()
    const { importing, verifying } = scheme
    const imported = await crypto.subtle.importKey('spki', spki, importing, false, ['verify'])
    if (isWeak(imported.algorithm)) return 'unsupported'
    const isValid = await crypto.subtle.verify(verifying, imported, signature, data)
    return isValid ? 'valid' : 'wrong'
  } catch {
    // WebCrypto throws for keys that it cannot import.
    return 'unsupported'
  }
}

type Scheme = {
  hash: string
  importing: { name: string; hash: string; namedCurve: string }
  verifying: { name: string; hash: string; saltLength: number }
  /** Bytes of a coordinate for ECDSA; 0 for RSA. */
  size: number
}

function schemeOf(
  key: PublicKeyInfo,
  algorithm: AlgorithmIdentifier,
  digestAlgorithm: string | null,
): Scheme | null {
  const { algorithmId } = algorithm
  if (algorithmId === RSA_PSS) return pssScheme(algorithm)
  const rsaHash = algorithmId === RSA_ENCRYPTION ? digestAlgorithm : RSA_DIGESTS[algorithmId]
  if (rsaHash) return scheme('RSASSA-PKCS1-v1_5', rsaHash)
  const hash = ECDSA_DIGESTS[algorithmId]
  const curveId: unknown = key.algorithm.algorithmParams
  const curve =
    curveId instanceof ObjectIdentifier ? CURVES[curveId.valueBlock.toString()] : undefined
  return hash && curve ? scheme('ECDSA', hash, curve) : null
}

function scheme(
  name: string,
  hash: string,
  { namedCurve, size }: { namedCurve: string; size: number } = { namedCurve: '', size: 0 },
  saltLength = 0,
): Scheme {
  return {
    hash,
    importing: { name, hash, namedCurve },
    verifying: { name, hash, saltLength },
    size,
  }
}

function pssScheme({ algorithmParams }: AlgorithmIdentifier): Scheme | null {
  const parameters = parseOrNull(() => new RSASSAPSSParams({ schema: algorithmParams }))
  if (!parameters) return null
  const hash = digestName(parameters.hashAlgorithm)
  const mask: unknown = parameters.maskGenAlgorithm.algorithmParams
  const maskHash =
    mask instanceof Sequence && mask.valueBlock.value[0] instanceof ObjectIdentifier
      ? DIGESTS[mask.valueBlock.value[0].valueBlock.toString()]
      : undefined
  // WebCrypto uses one hash for both.
  if (!hash || maskHash !== hash || parameters.trailerField !== 1) return null
  return scheme('RSA-PSS', hash, undefined, parameters.saltLength)
}

function isWeak(algorithm: { name: string }): boolean {
  return 'modulusLength' in algorithm && Number(algorithm.modulusLength) < MIN_RSA_BITS
}

/** ECDSA-Sig-Value (RFC 3279, 2.2.3) as r ‖ s, which WebCrypto takes; null if it is none. */
function toRaw(value: Uint8Array, size: number): Bytes | null {
  const sequence = parseDer(value)
  if (!(sequence instanceof Sequence) || sequence.valueBlock.value.length !== 2) return null
  const [r, s] = sequence.valueBlock.value.map((item) => coordinate(item, size))
  return r && s ? concat(r, s) : null
}

function coordinate(item: unknown, size: number): Bytes | null {
  if (!(item instanceof Integer)) return null
  const bytes = item.valueBlock.valueHexView
  const leading = bytes.findIndex((byte) => byte !== 0)
  const digits = leading < 0 ? new Uint8Array() : bytes.subarray(leading)
  if (digits.length > size) return null
  return concat(new Uint8Array(size - digits.length), digits)
}
