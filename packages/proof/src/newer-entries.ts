/** Searches the entries after a state for one that revokes or replaces a certificate. */
import { equal, fromUtf8 } from './bytes.ts'
import { decodeEntry, KINDS } from './leaf.ts'
import type { ParsedProof } from './parsed-proof.ts'
import type { TrustedRecord } from './policy.ts'
import { must } from './proof-error.ts'
import type { RecordInput } from './standing-input.ts'
import { isEnded, isEnding, type RecordState } from './state.ts'
import {
  decodeEntryBundle,
  entriesPath,
  readWithFallback,
  TILE_WIDTH,
  type TileReader,
  tileWidth,
} from './tile.ts'
import { rangeFromTiles } from './tile-proofs.ts'
import { leafHash } from './tree.ts'
import { appendLeaf, rangeRoot } from './tree-builder.ts'
import { openRecordCheckpoint } from './trusted-checkpoint.ts'

/** More entries than this are not searched: a record that anchors regularly has far fewer after its newest anchor. */
const MAX_ENTRIES = 65_536n
const WIDTH = BigInt(TILE_WIDTH)

/** Returns how a state or, with access to the record, the entries after it end the certificate. */
export async function findEnding(
  state: RecordState,
  { read, parsed, record, fullScan }: RecordInput,
): Promise<'revoked' | 'replaced' | undefined> {
  if (isEnded(state.standing)) return state.standing
  return read && (await findNewerEnding(read, state, parsed, record, fullScan))
}

/**
 * Reads the entries between an anchored state and the record's newest checkpoint, and returns how they end the
 * certificate. The entries must lead from the root of the state to the root of the checkpoint, so none can be omitted
 * or changed.
 *
 * @param isFull reads every entry after the certificate instead, so that the status in the state need not be believed
 * @throws ProofError when the checkpoint is older than the state or contradicts it, or files are missing or altered
 */
async function findNewerEnding(
  read: TileReader,
  state: RecordState,
  parsed: ParsedProof,
  record: TrustedRecord,
  isFull = false,
): Promise<'revoked' | 'replaced' | undefined> {
  const { index } = parsed.file
  const { size, root } = state.checkpoint
  const note = fromUtf8(await read('checkpoint'))
  const newest = await openRecordCheckpoint(read, note, parsed, record)
  must(newest.size >= size, 'RECORD_BEHIND', 'The record shows an older state than the blockchain.')
  const start = isFull ? index + 1n : size
  must(
    isFull || newest.size - size <= MAX_ENTRIES,
    'TOO_MANY_ENTRIES',
    'Too many entries are not anchored.',
  )
  const range = await rangeFromTiles(read, start, newest.size, parsed.hash)
  const assertRoot = (expected: Uint8Array) =>
    must(
      equal(rangeRoot(range, parsed.hash), expected),
      'RECORD_FORKED',
      'The record contradicts one of its own signed states.',
    )
  if (start === size) assertRoot(root)
  let ending: 'revoked' | 'replaced' | undefined
  for await (const bytes of readEntries(read, start, newest.size)) {
    const { kind, previous } = decodeEntry(bytes)
    if (isEnding(kind) && previous === index) {
      ending ??= kind === KINDS.revoked ? 'revoked' : 'replaced'
    }
    appendLeaf(range, leafHash(bytes, parsed.hash), parsed.hash)
    if (range.size === size) assertRoot(root)
  }
  assertRoot(newest.root)
  return ending
}

/** Yields the entries from index `from` up to but excluding `size`. */
async function* readEntries(
  read: TileReader,
  from: bigint,
  size: bigint,
): AsyncGenerator<Uint8Array> {
  for (let index = from / WIDTH; index * WIDTH < size; index++) {
    const width = tileWidth(0, index, size)
    const bundle = await readWithFallback(read, (w) => entriesPath(index, w), width)
    const entries = decodeEntryBundle(bundle).slice(0, width)
    must(entries.length === width, 'TILE_SHORT', 'A file of the record lacks entries.')
    const first = index * WIDTH
    yield* entries.slice(Number(from > first ? from - first : 0n))
  }
}
