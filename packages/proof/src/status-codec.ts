/**
 * Binary encoding of status data. A chunk is encoded as the positions of its set bits, two bytes
 * each, when that is shorter than the chunk itself, because few certificates are ever revoked.
 */
import { concat, u16be } from './bytes.ts'
import { type Cbor, decodeCbor, encodeCbor } from './cbor.ts'
import { must } from './proof-error.ts'
import { asArray, asBytes, asHashes, asUint } from './shape.ts'
import { CHUNK_BYTES, type StatusBitmap, type StatusProof, type StatusSnapshot } from './status.ts'

/**
 * Encodes as `[index, n, [[number, chunk] …]]` in deterministic CBOR; all-zero chunks are omitted. `n` is the
 * number of entries that the bitmap covers.
 */
export function encodeStatusSnapshot(snapshot: StatusSnapshot): Uint8Array {
  const chunks = [...snapshot.bitmap]
    .map(([number, chunk]): [number, Uint8Array] => [number, packChunk(chunk)])
    .filter(([, packed]) => packed.length > 0)
    .sort(([a], [b]) => a - b)
    .map(([number, packed]): Cbor => [BigInt(number), packed])
  return encodeCbor([snapshot.index, snapshot.n, chunks])
}

/** Decodes a status snapshot. @throws ProofError BAD_CBOR, BAD_SHAPE, BAD_STATUS */
export function decodeStatusSnapshot(bytes: Uint8Array): StatusSnapshot {
  const [index, n, chunks] = asArray(decodeCbor(bytes), 3)
  const bitmap: StatusBitmap = new Map()
  for (const pair of asArray(chunks)) {
    const [number, packed] = asArray(pair, 2)
    bitmap.set(Number(asUint(number)), unpackChunk(asBytes(packed)))
  }
  return { index: asUint(index), n: asUint(n), bitmap }
}

/** Converts to the CBOR value `[index, n, chunk, [hash …], [hash …]]`. */
export function statusProofToCbor(proof: StatusProof): Cbor {
  return [proof.index, proof.n, packChunk(proof.chunk), proof.chunkProof, proof.entryProof]
}

/** Converts a CBOR value to a status proof. @throws ProofError BAD_SHAPE, BAD_STATUS */
export function statusProofFromCbor(value: Cbor | undefined): StatusProof {
  const [index, n, chunk, chunkProof, entryProof] = asArray(value, 5)
  return {
    index: asUint(index),
    n: asUint(n),
    chunk: unpackChunk(asBytes(chunk)),
    chunkProof: asHashes(chunkProof),
    entryProof: asHashes(entryProof),
  }
}

function packChunk(chunk: Uint8Array): Uint8Array {
  const positions: Uint8Array[] = []
  for (let bit = 0; bit < chunk.length * 8; bit++) {
    if (((chunk[bit >> 3] as number) >> (bit & 7)) & 1) positions.push(u16be(bit))
  }
  return 2 * positions.length < CHUNK_BYTES ? concat(...positions) : chunk
}

/** Accepts only the shorter of the two forms, so that a chunk has exactly one encoding. */
function unpackChunk(packed: Uint8Array): Uint8Array {
  if (packed.length === CHUNK_BYTES) {
    assertValid(packChunk(packed) === packed)
    return packed
  }
  const hasValidLength = packed.length % 2 === 0 && packed.length < CHUNK_BYTES
  assertValid(hasValidLength)
  const chunk = new Uint8Array(CHUNK_BYTES)
  let previous = -1
  for (let i = 0; i < packed.length; i += 2) {
    const bit = ((packed[i] as number) << 8) | (packed[i + 1] as number)
    assertValid(bit > previous && bit < CHUNK_BYTES * 8)
    chunk[bit >> 3] = (chunk[bit >> 3] as number) | (1 << (bit & 7))
    previous = bit
  }
  return chunk
}

function assertValid(condition: unknown): asserts condition {
  must(condition, 'BAD_STATUS', 'The status chunk is not valid.')
}
