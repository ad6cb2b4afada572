/**
 * Deletes old files from a bucket while other releases may start to use them. Storage has no delete that depends on the
 * pointer, so both sides look afterwards: a push uploads what was deleted before it became live, and `deleteUnused`
 * restores what became live before it was deleted.
 */
import { FILES, type LiveRelease, readLive } from './live-release.ts'
import { mapConcurrently } from './map-concurrently.ts'
import type { ObjectStore } from './object-store.ts'
import { hashOf, type Tree, treeBytes } from './tree.ts'

/** Objects that no release uses are deleted at this age; a release may be about to use younger ones. */
const MIN_AGE_MS = 30 * 24 * 60 * 60 * 1000
/** So many objects are in memory until it is known that none of them became live. */
const BATCH = 50

/**
 * Deletes the files of a bucket that the live release does not contain and that are older than 30 days. If another release
 * becomes live meanwhile, restores what it contains and deletes nothing more. Returns how many it deleted.
 *
 * @param nowMs milliseconds since 1970
 */
export async function deleteUnused(
  store: ObjectStore,
  live: LiveRelease,
  nowMs = Date.now(),
): Promise<number> {
  const used = objectsOf(live.tree)
  const unused = (await store.list(FILES))
    .filter(({ key, modifiedMs }) => !used.has(key) && nowMs - modifiedMs > MIN_AGE_MS)
    .map(({ key }) => key)
  for (let first = 0; first < unused.length; first += BATCH) {
    const deleted = await readObjects(store, unused.slice(first, first + BATCH))
    await store.remove([...deleted.keys()])
    const newer = await readLive(withObjects(store, deleted), live.etag ?? undefined)
    if (newer === null) continue
    const isUsed = objectsOf(newer.tree)
    const restored = [...deleted].filter(([key]) => isUsed.has(key))
    await mapConcurrently(restored, async ([key, bytes]) => {
      await store.put(key, bytes, 'if-absent')
    })
    return first + deleted.size - restored.length
  }
  return unused.length
}

async function readObjects(store: ObjectStore, keys: string[]): Promise<Map<string, Uint8Array>> {
  const objects = new Map<string, Uint8Array>()
  await mapConcurrently(keys, async (key) => {
    const object = await store.get(key)
    if (object !== null) objects.set(key, object.bytes)
  })
  return objects
}

/** The store as if it still contained these objects: the tree of the newer release may be one of them. */
function withObjects(store: ObjectStore, objects: Map<string, Uint8Array>): ObjectStore {
  return {
    ...store,
    get: async (key, knownEtag) => {
      const bytes = objects.get(key)
      return bytes === undefined ? store.get(key, knownEtag) : { bytes, etag: '' }
    },
  }
}

/** The keys of the objects that a release consists of. */
function objectsOf(tree: Tree): Set<string> {
  const hashes = Object.values(tree).map(({ sha256 }) => sha256)
  return new Set([...hashes, hashOf(treeBytes(tree))].map((sha256) => FILES + sha256))
}
