/**
 * The proof file, C2SP tlog-proof@v1: everything needed to verify one entry without its log.
 * https://c2sp.org/tlog-proof
 *
 * `extra` is deterministic CBOR: a map of the opening of the entry, the log's public key, and,
 * where available, the chain proof, the status proof, the entry that revoked or superseded this one, a newer state
 * of the record, and the rotations of the log's key. Nothing in `extra` is trusted by itself: it is the input of the checks.
 *
 * The checkpoint is the first anchored state with the entry, which proves the time. The newer state shows that the
 * entry was not revoked later; saving a proof file again replaces the newer state.
 */
import { fromBase64, parseU64, toBase64 } from './bytes.ts'
import { type Cbor, decodeCbor, encodeCbor } from './cbor.ts'
import { type ChainProof, chainProofFromCbor, chainProofToCbor } from './chain.ts'
import { ENTRY_BYTES, type Opening } from './leaf.ts'
import { openingFromCbor, openingToCbor } from './opening.ts'
import { must } from './proof-error.ts'
import { type ProvenRotation, rotationsFromCbor, rotationsToCbor } from './rotation-codec.ts'
import { asArray, asBytes, asHashes, asMap, asText, asUint } from './shape.ts'
import type { StatusProof } from './status.ts'
import { statusProofFromCbor, statusProofToCbor } from './status-codec.ts'

/** File name extension of proof files, and their first line. */
export const PROOF_FILE_EXTENSION = '.tlog-proof'
const FIRST_LINE = 'c2sp.org/tlog-proof@v1'

/**
 * An entry that revokes or supersedes another, with its index and inclusion proof in the same tree.
 */
export type Successor = { index: bigint; entry: Uint8Array; proof: Uint8Array[] }

/** A newer anchored state of the record that contains the same entry. */
export type NewerState = {
  /** The signed note, verbatim. */
  checkpoint: string
  /** Inclusion proof of the entry in this state. */
  proof: Uint8Array[]
  chain: ChainProof
  status: StatusProof
  /** The entry that revoked or superseded this one, if it is in this state. */
  successor?: Successor | undefined
}

/** The contents of a proof file, not verified. */
export type ProofFile = {
  index: bigint
  /** Inclusion proof in the checkpoint's tree. */
  proof: Uint8Array[]
  /** The signed note, verbatim. */
  checkpoint: string
  opening: Opening
  /** The log's first Ed25519 key (32 bytes), according to the proof file; `keyForSize` applies the rotations. */
  logKey: Uint8Array
  chain?: ChainProof | undefined
  status?: StatusProof | undefined
  successor?: Successor | undefined
  newer?: NewerState | undefined
  /**
   * All rotations of the log's key up to the newest state in the file, with the inclusion proofs of their entries in this
   * state. Undefined if there are none.
   */
  rotations?: ProvenRotation[] | undefined
}

/** Formats a proof file. */
export function formatProofFile(file: ProofFile): string {
  return [
    FIRST_LINE,
    `extra ${toBase64(encodeCbor(extraToCbor(file)))}`,
    `index ${file.index}`,
    ...file.proof.map(toBase64),
    '',
    file.checkpoint,
  ].join('\n')
}

/**
 * Parses a proof file. The checkpoint is returned as text, which is not parsed here.
 *
 * @throws ProofError for anything before the checkpoint that {@link formatProofFile} would not produce
 */
export function parseProofFile(text: string): ProofFile {
  must(text.startsWith(`${FIRST_LINE}\n`), 'BAD_PROOF_FILE', 'This is not a proof file.')
  const split = text.indexOf('\n\n')
  must(split > 0, 'BAD_PROOF_FILE', 'The proof file has no checkpoint.')
  const [, extra = '', index = '', ...hashes] = text.slice(0, split).split('\n')
  must(
    extra.startsWith('extra '),
    'BAD_PROOF_FILE',
    'The proof file lacks the line that begins with “extra”.',
  )
  must(index.startsWith('index '), 'BAD_PROOF_FILE', 'The proof file lacks the index of its entry.')
  must(
    hashes.length <= 64,
    'BAD_PROOF_FILE',
    'The proof file has more hashes than a tree has levels.',
  )
  return {
    ...extraFromCbor(decodeCbor(fromBase64(extra.slice(6)))),
    index: parseU64(index.slice(6)),
    proof: hashes.map((line) => asBytes(fromBase64(line), 32)),
    checkpoint: text.slice(split + 2),
  }
}

function extraToCbor(file: ProofFile): Cbor {
  const { chain, logKey, newer, opening, rotations, status, successor } = file
  return {
    key: logKey,
    opening: openingToCbor(opening),
    ...(chain && { chain: chainProofToCbor(chain) }),
    ...(status && { status: statusProofToCbor(status) }),
    ...(successor && { successor: successorToCbor(successor) }),
    ...(newer && { newer: newerToCbor(newer) }),
    ...(rotations && { rotations: rotationsToCbor(rotations) }),
  }
}

function extraFromCbor(value: Cbor): Omit<ProofFile, 'index' | 'proof' | 'checkpoint'> {
  const { chain, key, newer, opening, rotations, status, successor } = asMap(value, EXTRA_KEYS)
  const logKey = asBytes(key, 32)
  return {
    logKey,
    opening: openingFromCbor(opening),
    chain: decodeOptional(chain, chainProofFromCbor),
    status: decodeOptional(status, statusProofFromCbor),
    successor: decodeOptional(successor, successorFromCbor),
    newer: decodeOptional(newer, newerFromCbor),
    rotations: decodeOptional(rotations, (list) => rotationsFromCbor(list, logKey)),
  }
}

function decodeOptional<T>(value: Cbor | undefined, read: (value: Cbor) => T): T | undefined {
  return value === undefined ? undefined : read(value)
}

const EXTRA_KEYS = ['chain', 'key', 'newer', 'opening', 'rotations', 'status', 'successor']

/** The successor is left out if there is none, as in the files of earlier releases. */
function newerToCbor({ checkpoint, proof, chain, status, successor }: NewerState): Cbor {
  const state = [checkpoint, proof, chainProofToCbor(chain), statusProofToCbor(status)]
  return successor ? [...state, successorToCbor(successor)] : state
}

function newerFromCbor(value: Cbor): NewerState {
  const parts = asArray(value)
  const [checkpoint, proof, chain, status, successor] = asArray(value, parts.length > 4 ? 5 : 4)
  return {
    checkpoint: asText(checkpoint),
    proof: asHashes(proof),
    chain: chainProofFromCbor(chain),
    status: statusProofFromCbor(status),
    successor: decodeOptional(successor, successorFromCbor),
  }
}

function successorToCbor({ index, entry, proof }: Successor): Cbor {
  return [index, entry, proof]
}

function successorFromCbor(value: Cbor): Successor {
  const [index, entry, proof] = asArray(value, 3)
  return { index: asUint(index), entry: asBytes(entry, ENTRY_BYTES), proof: asHashes(proof) }
}
