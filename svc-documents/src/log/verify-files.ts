/**
 * Verifies single files of the log while it runs, and repairs them in both stores.
 *
 * The right edge of the tree is in memory and was compared with the signed root. Every full tile is hashed into the
 * tile above it, and so on up to this edge; entries are hashed into their tile. A file can therefore be verified
 * by reading only the tiles above it.
 */
import { concat, equal } from '@inkproof/proof/bytes'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import {
  decodeEntryBundle,
  encodeEntryBundle,
  entriesPath,
  TILE_WIDTH,
  tilePath,
} from '@inkproof/proof/tile'
import { rootOfHashes } from '@inkproof/proof/tile-proofs'
import { leafHash } from '@inkproof/proof/tree'
import type { EntryStore } from './entry-store.ts'
import type { LogFiles } from './log-files.ts'
import { countFull, edgeTile, type TreeSnapshot } from './tree-snapshot.ts'
import { isFileError, readBoth, readIfIntact, type UnreadableFile } from './unreadable-file.ts'

export type VerifyFilesDeps = {
  files: Pick<LogFiles, 'read' | 'readCopy' | 'write' | 'list' | 'listCopy'>
  store: Pick<EntryStore, 'bytesAt'>
  /** Called with the path of each file that was damaged in one store or both, after its repair. */
  onRepaired: (path: string, unreadable: readonly UnreadableFile[]) => void
  /** Called with each file or folder that could not be verified or repaired. The verification continues. */
  onFailed: (failure: FileFailure) => void
}

export type FileFailure = IrreparableFile | UnwritableFile | UnreadableFile

/** Verifies files against one state of the tree. */
export type FileVerifier = {
  /** Verifies the bundle with this number, its tile, all tiles above, and the partial versions of each. */
  verifyBundle(index: number): Promise<void>
  /** Verifies the partial files of this state, and the narrower partial versions of the same files. */
  verifyEdge(): Promise<void>
}

/** A file is damaged in both stores, and could not be restored by itself. */
export class IrreparableFile extends Error {
  override readonly name = 'IrreparableFile'
  readonly path: string
  constructor(path: string, unreadable: readonly UnreadableFile[] = []) {
    const details = unreadable.map(({ message }) => `; ${message}`).join('')
    super(`${path} is damaged in both stores and cannot be restored from the database${details}`)
    this.path = path
  }
}

/** A file is damaged, and its intact content cannot be written in its place. */
export class UnwritableFile extends Error {
  override readonly name = 'UnwritableFile'
  readonly path: string
  constructor(path: string, cause: unknown) {
    super(`${path} is damaged and cannot be replaced: ${(cause as Error).message}`, { cause })
    this.path = path
  }
}

const HASH_BYTES = 32

type Context = VerifyFilesDeps & {
  snapshot: TreeSnapshot
  /** Tiles of level 1 and above that this verifier has verified, by path. */
  verified: Map<string, Promise<Uint8Array>>
}

/** Creates a verifier. Its methods throw the error of a store, but not that of a single file. */
export function createFileVerifier(deps: VerifyFilesDeps, snapshot: TreeSnapshot): FileVerifier {
  const context: Context = { ...deps, snapshot, verified: new Map() }
  return {
    verifyBundle: async (index) => {
      try {
        await verifyBundle(context, index)
      } catch (error) {
        if (!(error instanceof IrreparableFile)) throw error
        context.onFailed(error)
      }
    },
    verifyEdge: () => verifyEdge(context),
  }
}

async function verifyBundle(context: Context, index: number): Promise<void> {
  const tile = await verifyTile(context, 0, index)
  const path = (width?: number) => entriesPath(BigInt(index), width)
  const isIntact = (bytes: Uint8Array) => {
    const leaves = hashLeaves(bytes)
    return leaves !== undefined && equal(leaves, tile)
  }
  const bundle = await ensureIntact(context, path(), isIntact, () => readRows(context, index))
  const entries = decodeEntryBundle(bundle)
  await verifyPartials(context, path, TILE_WIDTH, (width) =>
    encodeEntryBundle(entries.slice(0, width)),
  )
}

async function verifyEdge(context: Context): Promise<void> {
  const { snapshot } = context
  for (const level of snapshot.edges.keys()) {
    const { index, bytes, width } = edgeTile(snapshot, level)
    const path = (partial?: number) => tilePath(level, BigInt(index), partial)
    if (width > 0)
      await verifyPartials(context, path, width, (partial) => prefixOf(bytes, partial), [width])
  }
  const { entries } = snapshot
  const path = (width?: number) => entriesPath(BigInt(countFull(snapshot, 0)), width)
  const prefix = (width: number) => encodeEntryBundle(entries.slice(0, width))
  if (entries.length > 0)
    await verifyPartials(context, path, entries.length, prefix, [entries.length])
}

/** Verifies a full tile, those above it, and its partial versions. Returns its content. */
async function verifyTile(context: Context, level: number, index: number): Promise<Uint8Array> {
  const expected = await readExpectedRoot(context, level, index)
  const path = (width?: number) => tilePath(level, BigInt(index), width)
  const isIntact = (bytes: Uint8Array) =>
    bytes.length === TILE_WIDTH * HASH_BYTES && equal(rootOfHashes(bytes, nodeSha256), expected)
  const tile = await ensureIntact(context, path(), isIntact, async () =>
    level === 0 ? await computeTile(context, index, isIntact) : undefined,
  )
  await verifyPartials(context, path, TILE_WIDTH, (width) => prefixOf(tile, width))
  return tile
}

/** Returns the hash that the tile above has for a full tile, after verifying that one. */
async function readExpectedRoot(
  context: Context,
  level: number,
  index: number,
): Promise<Uint8Array> {
  const above = Math.floor(index / TILE_WIDTH)
  const position = index % TILE_WIDTH
  const edge = edgeTile(context.snapshot, level + 1)
  if (above === edge.index) return hashAt(edge.bytes, position)
  const path = tilePath(level + 1, BigInt(above))
  const tile = context.verified.get(path) ?? verifyTile(context, level + 1, above)
  context.verified.set(path, tile)
  return hashAt(await tile, position)
}

/** Computes a tile of level 0 from the first source whose entries match it. */
async function computeTile(
  context: Context,
  index: number,
  isIntact: (tile: Uint8Array) => boolean,
): Promise<Uint8Array | undefined> {
  const path = entriesPath(BigInt(index))
  const sources = [
    () => readIfIntact('served folder', context.files.read, path),
    () => readIfIntact('second store', context.files.readCopy, path),
    () => readRows(context, index),
  ]
  for (const read of sources) {
    const bundle = await read()
    const leaves = bundle && hashLeaves(bundle)
    if (leaves && isIntact(leaves)) return leaves
  }
  return undefined
}

/** Verifies the partial versions that exist in either store, up to `width`, and those in `required`. */
async function verifyPartials(
  context: Context,
  path: (width?: number) => string,
  width: number,
  contentOf: (width: number) => Uint8Array,
  required: readonly number[] = [],
): Promise<void> {
  const names = await listBoth(context, `${path()}.p`)
  const widths = names.filter((name) => /^[1-9]\d{0,2}$/.test(name)).map(Number)
  for (const partial of new Set([...widths, ...required])) {
    // A wider file belongs to a later state, or is not part of the log.
    if (partial > width || partial === TILE_WIDTH) continue
    const content = contentOf(partial)
    const isIntact = (bytes: Uint8Array) => equal(bytes, content)
    await ensureIntact(context, path(partial), isIntact, async () => content)
  }
}

/** Returns the names of the files in a folder of either store. */
async function listBoth({ files, onFailed }: Context, path: string): Promise<string[]> {
  const names = await Promise.all([
    readIfIntact('served folder', files.list, path, onFailed),
    readIfIntact('second store', files.listCopy, path, onFailed),
  ])
  return names.flatMap((list) => list ?? [])
}

/** Returns the intact content of a file, after writing it to the stores if one of them has another or none. */
async function ensureIntact(
  context: Context,
  path: string,
  isIntact: (bytes: Uint8Array) => boolean,
  restore: () => Promise<Uint8Array | undefined>,
): Promise<Uint8Array> {
  const { copies, unreadable } = await readBoth(context.files, path)
  const found = copies.find((bytes) => bytes !== undefined && isIntact(bytes))
  if (found && copies.every((bytes) => bytes !== undefined && equal(bytes, found))) return found
  const content = found ?? (await restore())
  if (!content || !isIntact(content)) throw new IrreparableFile(path, unreadable)
  await repair(context, path, content, unreadable)
  return content
}

async function repair(
  { files, onRepaired, onFailed }: Context,
  path: string,
  content: Uint8Array,
  unreadable: readonly UnreadableFile[],
): Promise<void> {
  try {
    await files.write(new Map([[path, content]]))
  } catch (error) {
    if (!isFileError(error)) throw error
    onFailed(new UnwritableFile(path, error))
    return
  }
  onRepaired(path, unreadable)
}

async function readRows({ store }: Context, index: number): Promise<Uint8Array | undefined> {
  const indexes = Array.from({ length: TILE_WIDTH }, (_, offset) => index * TILE_WIDTH + offset)
  const rows = await store.bytesAt(indexes)
  if (rows.size < TILE_WIDTH) return undefined
  return encodeEntryBundle(indexes.map((entry) => rows.get(entry) as Uint8Array))
}

/** Returns the leaf hashes of a full bundle, concatenated; undefined if it is malformed. */
function hashLeaves(bundle: Uint8Array): Uint8Array | undefined {
  try {
    const entries = decodeEntryBundle(bundle)
    if (entries.length !== TILE_WIDTH) return undefined
    return concat(...entries.map((entry) => leafHash(entry, nodeSha256)))
  } catch {
    return undefined
  }
}

function prefixOf(tile: Uint8Array, width: number): Uint8Array {
  return tile.subarray(0, width * HASH_BYTES)
}

function hashAt(tile: Uint8Array, position: number): Uint8Array {
  return tile.subarray(position * HASH_BYTES, (position + 1) * HASH_BYTES)
}
