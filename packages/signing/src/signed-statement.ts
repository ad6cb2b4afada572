/**
 * A statement with the key and the signature of its recipient, and the values that are revealed: what the signer's
 * browser sends to the service, and what the evidence contains. Deterministic CBOR:
 *
 *     { version: 1, statement: bytes, key: [type, …], signature, revealed: [[field, kind, salt, content] …], timeStamp?: bytes }
 *     signature = ["key", r‖s[64]] | ["passkey", authenticatorData, clientDataJSON, signature] | ["wallet", bytes]
 */
import type { Cbor } from '@inkproof/proof/cbor'
import { encodeCbor } from '@inkproof/proof/cbor'
import { type Finding, failed, notChecked, passed } from '@inkproof/proof/finding'
import { must, ProofError } from '@inkproof/proof/proof-error'
import { makeSentence } from '@inkproof/proof/sentence'
import type { Envelope } from './envelope.ts'
import { type RevealedValue, revealedFromCbor, revealedToCbor } from './hidden-value.ts'
import { verifyP256 } from './p256.ts'
import { type PublicKey, publicKeyFromCbor, publicKeyToCbor } from './public-key.ts'
import {
  mustHaveForm,
  readBytes,
  readBytesUpTo,
  readCbor,
  readInteger,
  readMap,
  readTuple,
} from './read.ts'
import {
  decodeStatement,
  MAX_STATEMENT_BYTES,
  statementDigest,
  statementMessage,
} from './statement.ts'
import { verifyStatementWallet } from './statement-typed-data.ts'
import {
  type Assertion,
  MAX_AUTHENTICATOR_DATA,
  MAX_CLIENT_DATA,
  verifyAssertion,
} from './webauthn.ts'

/** A signature by a key of the browser, by a passkey, or by a wallet. */
export type StatementSignature =
  | { type: 'key'; signature: Uint8Array }
  | ({ type: 'passkey' } & Assertion)
  | { type: 'wallet'; signature: Uint8Array }

export type SignedStatement = {
  /** The encoded statement. */
  statement: Uint8Array
  key: PublicKey
  signature: StatementSignature
  /** Sorted by field and kind; any of the statement's values may be missing. */
  revealed: RevealedValue[]
  /** RFC 3161 time-stamp token over the statement's digest. Verified by the caller, if at all. */
  timeStamp?: Uint8Array | undefined
}

/** Largest encoding that is read, in bytes. */
export const MAX_SIGNED_STATEMENT_BYTES = 4 * 1024 * 1024

/** Encodes a signed statement. @throws ProofError as {@link decodeSignedStatement} */
export function encodeSignedStatement(signed: SignedStatement): Uint8Array {
  const { key, revealed, signature, statement, timeStamp } = signed
  const bytes = encodeCbor({
    version: 1n,
    statement,
    key: publicKeyToCbor(key),
    signature: signatureToCbor(signature),
    revealed: revealedToCbor(revealed),
    ...(timeStamp && { timeStamp }),
  })
  decodeSignedStatement(bytes)
  return bytes
}

/**
 * Decodes a signed statement without verifying it. The statement inside is decoded by `decodeStatement`.
 *
 * @throws ProofError for anything that {@link encodeSignedStatement} would not produce
 */
export function decodeSignedStatement(bytes: Uint8Array): SignedStatement {
  const path = 'signed statement'
  const keys = ['version', 'statement', 'key', 'signature', 'revealed'] as const
  const map = readMap(readCbor(bytes, path, MAX_SIGNED_STATEMENT_BYTES), path, keys, ['timeStamp'])
  readInteger(map.version, 'version', 1, 1)
  return {
    statement: readBytesUpTo(map.statement, 'statement', MAX_STATEMENT_BYTES),
    key: publicKeyFromCbor(map.key, 'key'),
    signature: signatureFromCbor(map.signature, 'signature'),
    revealed: revealedFromCbor(map.revealed, 'revealed'),
    ...(map.timeStamp !== undefined && {
      timeStamp: readBytesUpTo(map.timeStamp, 'timeStamp', 16_384),
    }),
  }
}

/**
 * Verifies the signature of a statement with the key beside it. Whether this key was bound to the recipient is another
 * check.
 *
 * @param envelope the envelope of the statement, which names the site and what a wallet showed
 * @param recipientName name of the recipient in the envelope, or after a hand-over
 */
export async function checkSignature(
  { key, signature, statement: bytes }: SignedStatement,
  envelope: Envelope,
  recipientName: string,
): Promise<Finding> {
  if (key.type === 'contract') {
    const reason = makeSentence(
      'Only its blockchain can tell whether the wallet’s contract signed.',
    )
    return notChecked('CONTRACT_WALLET', reason)
  }
  try {
    const statement = decodeStatement(bytes)
    if (signature.type === 'key' && key.type === 'P-256') {
      const isValid = await verifyP256(key, statementMessage(bytes), signature.signature)
      must(isValid, 'BAD_SIGNATURE', 'The signature is not valid for this key.')
    } else if (signature.type === 'passkey' && key.type !== 'wallet') {
      const challenge = statementDigest(bytes)
      await verifyAssertion(signature, key, { site: envelope.site, challenge })
    } else if (signature.type === 'wallet' && key.type === 'wallet') {
      const input = { statement, bytes, envelope, recipientName }
      verifyStatementWallet(input, key, signature.signature)
    } else must(false, 'OTHER_KEY_TYPE', 'A key of this type cannot make such a signature.')
    return passed({ key: key.type, signature: signature.type })
  } catch (error) {
    if (error instanceof ProofError) return failed(error.code, error.sentence)
    throw error
  }
}

function signatureToCbor(signature: StatementSignature): Cbor {
  if (signature.type !== 'passkey') return [signature.type, signature.signature]
  const { authenticatorData, clientDataJSON, type } = signature
  return [type, authenticatorData, clientDataJSON, signature.signature]
}

function signatureFromCbor(value: Cbor | undefined, path: string): StatementSignature {
  mustHaveForm(Array.isArray(value), path)
  const type = value[0]
  if (type === 'key') {
    return { type, signature: readBytes(readTuple(value, path, 2)[1], path, 64) }
  }
  // A contract's signature has any length.
  if (type === 'wallet') {
    return { type, signature: readBytesUpTo(readTuple(value, path, 2)[1], path, 4096) }
  }
  must(type === 'passkey', 'UNKNOWN_SIGNATURE_TYPE', 'The type of the signature is unknown.')
  const [, authenticatorData, clientDataJSON, signature] = readTuple(value, path, 4)
  return {
    type,
    authenticatorData: readBytesUpTo(authenticatorData, path, MAX_AUTHENTICATOR_DATA),
    clientDataJSON: readBytesUpTo(clientDataJSON, path, MAX_CLIENT_DATA),
    signature: readBytesUpTo(signature, path, 512),
  }
}
