/** Recomputes the record from its entries, and compares every tile and the signed root with the result. */
import { equal, toHex } from '@inkproof/proof/bytes'
import type { Checkpoint } from '@inkproof/proof/checkpoint'
import { decodeEntry, type Entry, KINDS } from '@inkproof/proof/leaf'
import { TILE_WIDTH } from '@inkproof/proof/tile'
import {
  type AuditTree,
  copyTree,
  emptyAuditTree,
  extend,
  type HashedTile,
  partialTiles,
  rootOf,
  sizeOf,
} from './audit-tree.ts'
import { Contradiction } from './contradiction.ts'
import type { LeafIndex } from './leaf-index.ts'
import {
  type Bundle,
  compareTile,
  findDifferentHash,
  hashAt,
  readBundles,
  readTile,
} from './read-bundles.ts'
import type { RecordFiles } from './record-files.ts'
import type { MonitorState } from './state-file.ts'
import { addEntry, checkStatus } from './status-audit.ts'

export type AuditDeps = {
  files: RecordFiles
  leaves: LeafIndex
  /** Throws the contradiction, or reports it as a warning if the reader accepted it. */
  raise: (contradiction: Contradiction) => void
}

/** The parts of the state that {@link auditEntries} modifies. */
type Audited = Pick<MonitorState, 'tree' | 'status' | 'rotations' | 'lastContent' | 'checkpoint'>

/**
 * Reads the entries up to the checkpoint's size, and adds them to the state, which it modifies also when it throws.
 * Returns the number of entries and tiles that were compared.
 *
 * @throws Contradiction; Unavailable
 */
export async function auditEntries(
  deps: AuditDeps,
  state: Audited,
  checkpoint: Checkpoint,
  note: string,
): Promise<{ entries: number; tiles: number }> {
  const size = Number(checkpoint.size)
  const known = sizeOf(state.tree)
  if (known === size) return { entries: 0, tiles: 0 }
  const evidence = { ...(state.checkpoint && { before: state.checkpoint }), now: note }
  const audit: Audit = { deps, state, checkpoint, evidence, size, tiles: 0, wrongTile: undefined }
  for await (const bundle of readBundles(deps.files, known, size)) await addBundle(audit, bundle)
  await compareTiles(audit, partialTiles(state.tree))
  if (!equal(rootOf(state.tree), checkpoint.root)) {
    throw (
      (await findFork(audit, known)) ??
      audit.wrongTile ??
      new Contradiction('ROOT_DIFFERS', `The signed root of ${size} entries is not theirs.`, {
        path: 'checkpoint',
        expected: toHex(rootOf(state.tree)),
        found: toHex(checkpoint.root),
        evidence,
      })
    )
  }
  // The tiles are compared with the signed root first, so that a rewritten past is not taken for a damaged file.
  if (audit.wrongTile) throw audit.wrongTile
  return { entries: size - known, tiles: audit.tiles }
}

type Audit = {
  deps: AuditDeps
  state: Audited
  checkpoint: Checkpoint
  /** The signed notes of the last check and of this one. */
  evidence: Record<string, string>
  size: number
  tiles: number
  /** The first tile above the leaves that differs. */
  wrongTile: Contradiction | undefined
}

async function addBundle(audit: Audit, bundle: Bundle): Promise<void> {
  const { deps, state } = audit
  const first = bundle.number * TILE_WIDTH
  const known = sizeOf(state.tree) - first
  await compareLeaves(audit, bundle, known)
  audit.tiles += 1
  for (let i = known; i < bundle.entries.length; i++) {
    const index = first + i
    const leaf = bundle.leaves[i] as Uint8Array
    const earlier = deps.leaves.add(leaf)
    if (earlier !== undefined) deps.raise(repeatedLeaf(index, earlier, bundle.path))
    const full = extend(state.tree, leaf)
    addToState(audit, index, bundle.entries[i] as Uint8Array, bundle.path)
    await compareTiles(audit, full)
  }
}

function addToState({ deps, state }: Audit, index: number, bytes: Uint8Array, path: string): void {
  const entry = decode(bytes, index, path)
  if (entry.kind !== KINDS.status) {
    state.lastContent = index
    if (entry.kind === KINDS.logKey)
      state.rotations = [...state.rotations, { index, anchor: null, isChecked: false }]
    addEntry(state.status, index, entry)
    return
  }
  try {
    const covers = checkStatus(state.status, index, bytes)
    state.status.statuses.push({ index, covers, root: toHex(rootOf(state.tree)) })
  } catch (error) {
    if (!(error instanceof Contradiction)) throw error
    deps.raise(error)
  }
}

function decode(bytes: Uint8Array, index: number, path: string): Entry {
  try {
    return decodeEntry(bytes)
  } catch (error) {
    throw new Contradiction('ENTRY_INVALID', `Entry ${index} is invalid: ${messageOf(error)}`, {
      path,
      index,
      found: toHex(bytes.subarray(0, 64)),
    })
  }
}

function repeatedLeaf(index: number, earlier: number, path: string): Contradiction {
  const message = `Entry ${index} repeats entry ${earlier}, so a revocation of one does not revoke the other.`
  return new Contradiction('LEAF_REPEATED', message, { path, index, found: `entry ${earlier}` })
}

/** Compares the entries with their tile, and both with the leaves that are already known. */
async function compareLeaves(audit: Audit, bundle: Bundle, known: number): Promise<void> {
  const first = bundle.number * TILE_WIDTH
  const before = known > 0 ? audit.deps.leaves.read(first, known) : new Uint8Array()
  const recomputed = Buffer.concat(bundle.leaves)
  const position = findDifferentHash(recomputed, bundle.tile.bytes)
  // If both were rewritten, the root differs, and `findFork` names the entry.
  if (position === undefined) return
  const index = first + position
  const [leaf, hash] = [hashAt(recomputed, position), hashAt(bundle.tile.bytes, position)]
  const isTileRight =
    position < known
      ? hash === hashAt(before, position)
      : await isTileConfirmed(audit, bundle, known)
  throw isTileRight
    ? new Contradiction('ENTRY_DIFFERS', `Entry ${index} is not the one that was recorded.`, {
        path: bundle.path,
        index,
        expected: hash,
        found: leaf,
      })
    : new Contradiction(
        'TILE_DIFFERS',
        `Hash ${position} of a tile is not that of entry ${index}.`,
        {
          path: bundle.tile.path,
          index,
          expected: leaf,
          found: hash,
        },
      )
}

/**
 * Of a tile and entries that contradict each other, finds whether the tile is the right one: the tile above contains
 * its hash, or for the last tile, the signed root follows from it.
 */
async function isTileConfirmed(
  { deps, state, checkpoint, size }: Audit,
  { number, tile, entries }: Bundle,
  known: number,
): Promise<boolean> {
  const hashes = entries.map((_, i) => tile.bytes.subarray(32 * i, 32 * i + 32))
  if (entries.length < TILE_WIDTH) {
    const tree = copyTree(state.tree)
    for (const hash of hashes.slice(known)) extend(tree, hash)
    return equal(rootOf(tree), checkpoint.root)
  }
  const tree = emptyAuditTree()
  for (const hash of hashes) extend(tree, hash)
  const above = await readTile(deps.files, 1, Math.floor(number / TILE_WIDTH), size)
  return hashAt(above.bytes, number % TILE_WIDTH) === toHex(rootOf(tree))
}

/** Compares tiles above the leaves; those of level 0 are compared with their entries. */
async function compareTiles(audit: Audit, tiles: readonly HashedTile[]): Promise<void> {
  for (const { level, index, bytes } of tiles) {
    if (level === 0) continue
    const served = await readTile(audit.deps.files, level, index, audit.size)
    audit.wrongTile ??= compareTile(bytes, served)
    audit.tiles += 1
  }
}

/** Finds the first entry of the known past that the record now shows differently. */
async function findFork(audit: Audit, known: number): Promise<Contradiction | undefined> {
  const { files, leaves } = audit.deps
  for (let first = 0; first < known; first += TILE_WIDTH) {
    const before = leaves.read(first, Math.min(TILE_WIDTH, known - first))
    const { bytes } = await readTile(files, 0, first / TILE_WIDTH, audit.size)
    const position = findDifferentHash(before, bytes.subarray(0, before.length))
    if (position !== undefined) return forkAt(audit, first + position, before, bytes, position)
  }
  return undefined
}

function forkAt(
  { evidence }: Audit,
  index: number,
  before: Uint8Array,
  now: Uint8Array,
  position: number,
): Contradiction {
  const message = `Entry ${index} was changed after the record had signed a state that contains it.`
  const hashes = { expected: hashAt(before, position), found: hashAt(now, position) }
  return new Contradiction('CHECKPOINT_FORKED', message, {
    path: 'checkpoint',
    index,
    ...hashes,
    evidence,
  })
}

/** Returns the root (hex) of an earlier size. */
export function rootAt(
  size: number,
  { tree, status }: { tree: AuditTree; status: MonitorState['status'] },
  leaves: LeafIndex,
): string {
  if (size === sizeOf(tree)) return toHex(rootOf(tree))
  const known = status.statuses.find(({ index }) => index === size - 1)
  if (known) return known.root
  // Every anchored state should end with a status entry, so this is rare.
  const earlier = emptyAuditTree()
  for (let first = 0; first < size; first += READ_COUNT) {
    const hashes = leaves.read(first, Math.min(READ_COUNT, size - first))
    for (let start = 0; start < hashes.length; start += 32)
      extend(earlier, hashes.subarray(start, start + 32))
  }
  return toHex(rootOf(earlier))
}

const READ_COUNT = 8192

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
