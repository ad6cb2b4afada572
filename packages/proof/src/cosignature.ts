/**
 * Cosignatures of witnesses on a checkpoint, type 0x04 (Ed25519). A cosignature states that, at its time, the
 * checkpoint was the largest consistent state of the log that the witness had seen.
 * https://c2sp.org/tlog-cosignature
 */
import { concat, u64be, uintBe, utf8 } from './bytes.ts'
import { type Ed25519, signEd25519, verifyEd25519 } from './ed25519.ts'
import { formatSignature, isSignedBy, type Note, type SignerKey, type VerifierKey } from './note.ts'
import { must } from './proof-error.ts'

/** Times must not exceed 2^63 − 1. */
const TIME_LIMIT = 1n << 63n

/**
 * Signs the text of a checkpoint note and returns the signature line with its newline.
 *
 * @param text the note's text without signature lines, ending in a newline
 * @param key a private key of type {@link WITNESS_KEY}
 * @param time seconds since 1970-01-01 UTC
 */
export function signCosignature(text: string, key: SignerKey, time: bigint): string {
  const signature = signEd25519(key.seed, cosignedMessage(text, time))
  return formatSignature(key, concat(u64be(time), signature))
}

/**
 * Returns the times, in seconds since 1970-01-01 UTC, of this witness's cosignatures on a note; none if the witness
 * did not cosign it. Lines of other keys are ignored.
 *
 * @param key a key of type {@link WITNESS_KEY}
 * @throws ProofError BAD_SIGNATURE when any line that names this key is invalid: such a note is malformed
 */
export function cosignatureTimes(
  { text, signatures }: Note,
  key: VerifierKey,
  verifySignature: Ed25519 = verifyEd25519,
): bigint[] {
  return signatures
    .filter((line) => isSignedBy(line, key))
    .map(({ signature }) => {
      // A uint64 of seconds, then 64 bytes, whose number `verifySignature` checks.
      const time = uintBe(signature.subarray(0, 8))
      const isValid =
        time < TIME_LIMIT &&
        verifySignature(key.publicKey, cosignedMessage(text, time), signature.subarray(8))
      must(isValid, 'BAD_SIGNATURE', 'The signature of {name} does not match the note.', {
        name: key.name,
      })
      return time
    })
}

function cosignedMessage(text: string, time: bigint): Uint8Array {
  return utf8(`cosignature/v1\ntime ${time}\n${text}`)
}
