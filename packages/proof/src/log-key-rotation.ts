/**
 * The rotation of a log's key: an entry of kind 6, in which the old key names the new one.
 *
 *     commitment = SHA-256("inkproof/log-key/v1\0" ‖ origin ‖ sequence u64be ‖ old key[32] ‖ new key[32])
 *
 * Both keys sign the commitment (Ed25519). If the old key is lost, the operator of the log signs
 * {@link operatorRotationText} in its place (EIP-191); readers must then accept the new key themselves. The new key counts
 * for the states that contain the entry, and the old one for the states before. The first anchored state with the entry
 * is signed by both, so that it also counts for readers who do not know of the rotation.
 */
import { concat, equal, from0x, u64be, utf8 } from './bytes.ts'
import { type Ed25519, signEd25519, verifyEd25519 } from './ed25519.ts'
import { recoverAddress } from './eip712.ts'
import { keccak256 } from './keccak.ts'
import { encodeEntry, KINDS, NO_PREVIOUS } from './leaf.ts'
import { formatVkey, type SignerKey, type VerifierKey, verifierKey } from './note.ts'
import { must } from './proof-error.ts'
import { type Sha256, sha256 } from './sha256.ts'

/** What a rotation states: Ed25519 keys of 32 bytes, and the number of rotations of the log before this one. */
export type RotationStatement = { sequence: bigint; oldKey: Uint8Array; newKey: Uint8Array }

/** A rotation with its signatures, not verified: by the new key, and by either the old key or the operator. */
export type LogKeyRotation = RotationStatement & {
  /** 64 bytes. */
  newSignature: Uint8Array
  /** 64 bytes; undefined if the operator signed. */
  oldSignature?: Uint8Array | undefined
  /** 65 bytes: r ‖ s ‖ v. Undefined if the old key signed. */
  operatorSignature?: Uint8Array | undefined
}

/** A rotation and the index of its entry. */
export type RecordedRotation = LogKeyRotation & { index: bigint }

/** The addresses of a record's operators; unknown for a key alone before the record is anchored. */
export type Operators = readonly Uint8Array[] | 'unknown'

/** The keys of a rotation that both sign. Their name is the origin of the log. */
export type RotationInput = { sequence: bigint; oldKey: SignerKey; newKey: SignerKey }

/** A rotation without the old key. `signMessage` returns the operator's EIP-191 signature of a text as 0x hex. */
export type OperatorRotationInput = {
  sequence: bigint
  oldKey: VerifierKey
  newKey: SignerKey
  signMessage: (text: string) => Promise<string>
}

/** A recorded rotation without what follows from its position. */
export type UnlinkedRotation = Omit<RecordedRotation, 'sequence' | 'oldKey'>

/**
 * Adds the numbers and the old keys to all rotations of a log, of which the first one replaced `firstKey`.
 *
 * @throws ProofError BAD_ROTATION when their entries are not in order, or there are more than 64
 */
export function linkRotations<Rotation extends UnlinkedRotation>(
  firstKey: Uint8Array,
  rotations: readonly Rotation[],
): (Rotation & RecordedRotation)[] {
  let previous = { index: -1n, newKey: firstKey }
  return rotations.map((rotation, i) => {
    const isInOrder = rotation.index > previous.index && i < MAX_ROTATIONS
    must(isInOrder, BAD_ROTATION, 'The rotations are too many, or not in order.')
    const linked = { ...rotation, sequence: BigInt(i), oldKey: previous.newKey }
    previous = rotation
    return linked
  })
}

/** Computes the 32 bytes that both keys sign, which are also the commitment of the entry. */
export function rotationDigest(
  origin: string,
  { sequence, oldKey, newKey }: RotationStatement,
  hash: Sha256 = sha256,
): Uint8Array {
  return hash(concat(CONTEXT, utf8(origin), u64be(sequence), oldKey, newKey))
}

/** Encodes the 42 bytes of the entry. */
export function rotationEntry(
  origin: string,
  rotation: RotationStatement,
  hash: Sha256 = sha256,
): Uint8Array {
  const commitment = rotationDigest(origin, rotation, hash)
  return encodeEntry({ kind: KINDS.logKey, commitment, previous: NO_PREVIOUS })
}

/** Returns the text that the operator signs if the old key is lost. */
export function operatorRotationText(
  origin: string,
  { sequence, oldKey, newKey }: RotationStatement,
): string {
  const [from, to] = [oldKey, newKey].map((key) => formatVkey(verifierKey(origin, key)))
  return `Inkproof: replace the lost key of a record\n\nRecord: ${origin}\nRotation: ${sequence}\nOld key: ${from}\nNew key: ${to}`
}

/** Signs a rotation with both keys. @throws ProofError BAD_ROTATION when they do not belong to one log, or are equal */
export function signRotation({ sequence, oldKey, newKey }: RotationInput): LogKeyRotation {
  const { statement, digest, newSignature } = signByNewKey(sequence, oldKey, newKey)
  return { ...statement, newSignature, oldSignature: signEd25519(oldKey.seed, digest) }
}

/** Signs a rotation with the new key and the operator's wallet. @throws ProofError as {@link signRotation}, BAD_HEX */
export async function signRotationByOperator({
  sequence,
  oldKey,
  newKey,
  signMessage,
}: OperatorRotationInput): Promise<LogKeyRotation> {
  const { statement, newSignature } = signByNewKey(sequence, oldKey, newKey)
  const signature = await signMessage(operatorRotationText(newKey.name, statement))
  return { ...statement, newSignature, operatorSignature: from0x(signature) }
}

/**
 * Verifies the signatures of a rotation.
 *
 * @param operators addresses (20 bytes) that may sign in place of the old key. If they are `'unknown'`, the signature of
 * any wallet is accepted
 * @param verifySignature a faster Ed25519, such as Node's
 * @throws ProofError BAD_ROTATION; BAD_WALLET_SIGNATURE when the operator's signature is malformed
 */
export function verifyRotation(
  origin: string,
  rotation: LogKeyRotation,
  operators: Operators,
  verifySignature: Ed25519 = verifyEd25519,
  hash: Sha256 = sha256,
): void {
  const { oldKey, newKey, newSignature, oldSignature, operatorSignature } = rotation
  const digest = rotationDigest(origin, rotation, hash)
  const isSigned =
    verifySignature(newKey, digest, newSignature) &&
    (oldSignature
      ? verifySignature(oldKey, digest, oldSignature)
      : operatorSignature && isSignedByOperator(origin, rotation, operatorSignature, operators))
  must(isSigned, BAD_ROTATION, 'A rotation of the record’s key is not validly signed.')
}

const CONTEXT = utf8('inkproof/log-key/v1\0')
const BAD_ROTATION = 'BAD_ROTATION'

/** Verifying one takes milliseconds. */
const MAX_ROTATIONS = 64

function signByNewKey(sequence: bigint, oldKey: VerifierKey, newKey: SignerKey) {
  const isRotation = oldKey.name === newKey.name && !equal(oldKey.publicKey, newKey.publicKey)
  must(isRotation, BAD_ROTATION, 'A rotation needs two different keys of one log.')
  const statement = { sequence, oldKey: oldKey.publicKey, newKey: newKey.publicKey }
  const digest = rotationDigest(newKey.name, statement)
  return { statement, digest, newSignature: signEd25519(newKey.seed, digest) }
}

function isSignedByOperator(
  origin: string,
  statement: RotationStatement,
  signature: Uint8Array,
  operators: Operators,
): boolean {
  const text = utf8(operatorRotationText(origin, statement))
  const prefix = utf8(`\x19Ethereum Signed Message:\n${text.length}`)
  const signer = recoverAddress(keccak256(concat(prefix, text)), signature)
  const isOperator = (address: Uint8Array) => equal(address, signer)
  return signature.length === 65 && (operators === 'unknown' || operators.some(isOperator))
}
