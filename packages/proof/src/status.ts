/**
 * The validity of certificates: a bitmap of revoked and superseded entries, committed to by a
 * status entry.
 *
 *     commitment = SHA-256("inkproof/status/v1\0" ‖ n u64be ‖ root)
 *
 * Bit i (least significant first) is set when a valid entry of kind 2 or 3, at an index below n,
 * names i as its previous entry. `root` is the RFC 6962 root over the bitmap's chunks of 1,024 bytes, the last one
 * padded with zeroes.
 */
import { concat, u64be, utf8 } from './bytes.ts'
import { encodeEntry, KINDS, NO_PREVIOUS } from './leaf.ts'
import { must } from './proof-error.ts'
import { type Sha256, sha256 } from './sha256.ts'
import { leafHash, nodeHash, rootFromInclusion, verifyInclusion } from './tree.ts'
import { inclusionProof, type NodeReader, rootFromNodes } from './tree-builder.ts'

/** Chunks by number; all-zero chunks may be absent. */
export type StatusBitmap = Map<number, Uint8Array>

/** The status published with an anchor: the bitmap of all entries below `n`, and the index of its status entry. */
export type StatusSnapshot = { index: bigint; n: bigint; bitmap: StatusBitmap }

/**
 * The status in a proof file: the chunk with the certificate's bit, and the inclusion proofs of the chunk and of the
 * status entry.
 */
export type StatusProof = {
  /** Index of the status entry. */
  index: bigint
  /** The status covers entries below this index. */
  n: bigint
  chunk: Uint8Array
  /** Inclusion proof of the chunk in the tree over the bitmap's chunks. */
  chunkProof: Uint8Array[]
  /** Inclusion proof of the status entry in the checkpoint's tree. */
  entryProof: Uint8Array[]
}

/** Size of a chunk in bytes, and the number of entries it covers. */
export const CHUNK_BYTES = 1024
const CHUNK_BITS = BigInt(CHUNK_BYTES * 8)

/** Progress of a certificate, computed from its index and the heads alone. */
export type CertificateState = 'received' | 'logged' | 'anchored'

/** The sizes of the latest checkpoint and the latest anchor. The protocol's `Heads` is assignable to this type. */
export type StateHeads = {
  checkpoint: { size: number | bigint } | null
  anchor: { size: number | bigint } | null
}

/** Computes the state of the certificate at this log index; pass null when it has no index yet. */
export function certificateState(
  index: number | bigint | null,
  heads: StateHeads,
): CertificateState {
  if (index === null) return 'received'
  if (heads.anchor && index < heads.anchor.size) return 'anchored'
  return heads.checkpoint && index < heads.checkpoint.size ? 'logged' : 'received'
}

/** Marks an entry as revoked or superseded; modifies the bitmap. */
export function markInvalid(bitmap: StatusBitmap, index: bigint): void {
  const number = Number(index / CHUNK_BITS)
  const chunk = bitmap.get(number) ?? new Uint8Array(CHUNK_BYTES)
  const bit = Number(index % CHUNK_BITS)
  chunk[bit >> 3] = (chunk[bit >> 3] as number) | (1 << (bit & 7))
  bitmap.set(number, chunk)
}

/** Computes the RFC 6962 root over the chunks that cover entries below `n`. */
export function bitmapRoot(bitmap: StatusBitmap, n: bigint, hash: Sha256 = sha256): Uint8Array {
  return rootFromNodes(chunkCount(n), chunkTreeReader(bitmap, hash), hash)
}

/** Encodes the 42 bytes of a status entry. */
export function statusEntry(n: bigint, root: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  const commitment = hash(concat(STATUS_CONTEXT, u64be(n), root))
  return encodeEntry({ kind: KINDS.status, commitment, previous: NO_PREVIOUS })
}

/** Builds the status proof of one entry; undefined when the snapshot does not cover it. */
export function proveStatus(
  snapshot: StatusSnapshot,
  index: bigint,
  entryProof: Uint8Array[],
  hash: Sha256 = sha256,
): StatusProof | undefined {
  if (index >= snapshot.n) return undefined
  const chunkIndex = index / CHUNK_BITS
  const nodes = chunkTreeReader(snapshot.bitmap, hash)
  return {
    index: snapshot.index,
    n: snapshot.n,
    chunk: snapshot.bitmap.get(Number(chunkIndex)) ?? new Uint8Array(CHUNK_BYTES),
    chunkProof: inclusionProof(chunkIndex, chunkCount(snapshot.n), nodes, hash),
    entryProof,
  }
}

/**
 * Verifies a status proof and returns whether the entry was valid as of the status entry.
 *
 * @throws ProofError STATUS_TOO_OLD (does not cover this entry), BAD_STATUS, or any error of
 * `verifyInclusion`
 */
export function verifyStatus(
  proof: StatusProof,
  index: bigint,
  state: { size: bigint; root: Uint8Array },
  hash: Sha256 = sha256,
): 'valid' | 'invalid' {
  must(index < proof.n, 'STATUS_TOO_OLD', 'The status only covers entries below {n}.', {
    n: proof.n,
  })
  must(proof.n <= proof.index, 'BAD_STATUS', 'A status cannot cover entries that come after it.')
  const leaf = leafHash(proof.chunk, hash)
  const chunkIndex = index / CHUNK_BITS
  const chunks = chunkCount(proof.n)
  const root = rootFromInclusion(chunkIndex, chunks, leaf, proof.chunkProof, hash)
  const entry = leafHash(statusEntry(proof.n, root, hash), hash)
  verifyInclusion(proof.index, state.size, entry, proof.entryProof, state.root, hash)
  const bit = Number(index % CHUNK_BITS)
  return ((proof.chunk[bit >> 3] as number) >> (bit & 7)) & 1 ? 'invalid' : 'valid'
}

/**
 * Whether a status covers every entry of a state: it is the state's last entry and covers all entries before it. Only
 * such a status shows that an entry of this state was not revoked.
 */
export function isStatusFresh(status: Pick<StatusProof, 'index' | 'n'>, size: bigint): boolean {
  return status.n === status.index && status.index === size - 1n
}

const STATUS_CONTEXT = utf8('inkproof/status/v1\0')

function chunkCount(n: bigint): bigint {
  return (n + CHUNK_BITS - 1n) / CHUNK_BITS
}

/** Returns a reader of the tree over the chunks; all-zero subtrees are hashed once per level. */
function chunkTreeReader(bitmap: StatusBitmap, hash: Sha256): NodeReader {
  const zeroes = [leafHash(new Uint8Array(CHUNK_BYTES), hash)]
  const used = new Set<string>()
  for (const number of bitmap.keys()) {
    for (let level = 0; level < 40; level++) used.add(`${level}/${Math.floor(number / 2 ** level)}`)
  }
  const read: NodeReader = (level, index) => {
    if (!used.has(`${level}/${index}`)) return zeroNode(zeroes, level, hash)
    if (level === 0) return leafHash(bitmap.get(Number(index)) as Uint8Array, hash)
    return nodeHash(read(level - 1, 2n * index), read(level - 1, 2n * index + 1n), hash)
  }
  return read
}

function zeroNode(zeroes: Uint8Array[], level: number, hash: Sha256): Uint8Array {
  for (let height = zeroes.length; height <= level; height++) {
    const below = zeroes[height - 1] as Uint8Array
    zeroes.push(nodeHash(below, below, hash))
  }
  return zeroes[level] as Uint8Array
}
