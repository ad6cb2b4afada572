/** Recomputes which entries are revoked or superseded, and what each status entry must commit to. */
import { equal, toHex } from '@inkproof/proof/bytes'
import { type Entry, KINDS } from '@inkproof/proof/leaf'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import {
  bitmapRoot,
  CHUNK_BYTES,
  markInvalid,
  type StatusBitmap,
  statusEntry,
} from '@inkproof/proof/status'
import { Contradiction } from './contradiction.ts'

/** A status entry: its index, the number of entries that it covers, and the root (hex) of the state that ends with it. */
export type StatusPosition = { index: number; covers: number; root: string }

export type StatusAudit = {
  bitmap: StatusBitmap
  /** Newly set bits of the last {@link MAX_LAG} entries: the entry that set each, and the entry it names. */
  recent: { index: number; previous: number }[]
  /** Status entries since the oldest anchored state that is still compared. */
  statuses: StatusPosition[]
}

/**
 * A status entry can cover fewer entries than precede it, because others are appended at the same time. The search
 * for the number that it covers ends after this many.
 */
export const MAX_LAG = 16_384
const CHUNK_BITS = CHUNK_BYTES * 8

export function emptyStatusAudit(): StatusAudit {
  return { bitmap: new Map(), recent: [], statuses: [] }
}

export function copyStatus({ bitmap, recent, statuses }: StatusAudit): StatusAudit {
  return { bitmap: copyBitmap(bitmap), recent: [...recent], statuses: [...statuses] }
}

/** Adds an entry that is not a status entry; modifies the audit. */
export function addEntry(audit: StatusAudit, index: number, entry: Entry): void {
  const isInvalidation = entry.kind === KINDS.revoked || entry.kind === KINDS.superseded
  // An entry can only end the validity of an earlier one.
  if (!isInvalidation || entry.previous >= BigInt(index)) return
  const previous = Number(entry.previous)
  if (isMarked(audit.bitmap, previous)) return
  markInvalid(audit.bitmap, entry.previous)
  audit.recent.push({ index, previous })
  while ((audit.recent[0]?.index ?? index) < index - MAX_LAG) audit.recent.shift()
}

function isMarked(bitmap: StatusBitmap, index: number): boolean {
  const chunk = bitmap.get(Math.floor(index / CHUNK_BITS))
  const bit = index % CHUNK_BITS
  return chunk !== undefined && (((chunk[bit >> 3] as number) >> (bit & 7)) & 1) === 1
}

/**
 * Returns the number of entries that the status entry at `index` covers.
 *
 * @throws Contradiction STATUS_DIFFERS when it commits to something else than the revocations before it
 */
export function checkStatus(audit: StatusAudit, index: number, bytes: Uint8Array): number {
  const n = BigInt(index)
  const exact = statusEntry(n, bitmapRoot(audit.bitmap, n, nodeSha256), nodeSha256)
  if (equal(exact, bytes)) return index
  const covers = findCovered(audit, index, bytes)
  if (covers !== undefined) return covers
  throw new Contradiction(
    'STATUS_DIFFERS',
    `The status entry ${index} does not commit to the revocations in the entries before it.`,
    { index, expected: toHex(exact.subarray(2, 34)), found: toHex(bytes.subarray(2, 34)) },
  )
}

/** Searches for the number of entries that a status entry covers, from its index down. */
function findCovered(audit: StatusAudit, index: number, bytes: Uint8Array): number | undefined {
  const bitmap = copyBitmap(audit.bitmap)
  const recent = [...audit.recent]
  let root: Uint8Array | undefined
  for (let n = index - 1; n >= Math.max(0, index - MAX_LAG); n--) {
    const newest = recent.at(-1)
    const unmarks = newest?.index === n
    if (unmarks) unmark(bitmap, (recent.pop() as { previous: number }).previous)
    // The root depends on the bits and on the number of chunks.
    if (unmarks || n % CHUNK_BITS === 0) root = undefined
    root ??= bitmapRoot(bitmap, BigInt(n), nodeSha256)
    if (equal(statusEntry(BigInt(n), root, nodeSha256), bytes)) return n
  }
  return undefined
}

function unmark(bitmap: StatusBitmap, index: number): void {
  const number = Math.floor(index / CHUNK_BITS)
  const chunk = bitmap.get(number)
  if (!chunk) return
  const bit = index % CHUNK_BITS
  chunk[bit >> 3] = (chunk[bit >> 3] as number) & ~(1 << (bit & 7))
  // An all-zero chunk is equivalent to an absent one.
  if (chunk.every((byte) => byte === 0)) bitmap.delete(number)
}

function copyBitmap(bitmap: StatusBitmap): StatusBitmap {
  return new Map([...bitmap].map(([number, chunk]) => [number, chunk.slice()]))
}
