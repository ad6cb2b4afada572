/**
 * A release in object storage: `files/<sha256>` are the files and the trees, which never change; `live.json` names the tree
 * that is live, and is the only object that is ever replaced.
 */
import type { ObjectStore } from './object-store.ts'
import { hashOf, parseTree, type Tree } from './tree.ts'

export const POINTER = 'live.json'
export const FILES = 'files/'

/** The live tree, and the tag of the pointer from which it was read; null before the first release. */
export type LiveRelease = { tree: Tree; etag: string | null }

/** Returns the live release; null if the pointer still has the tag `knownEtag`. */
export async function readLive(
  store: ObjectStore,
  knownEtag?: string,
): Promise<LiveRelease | null> {
  const pointer = await store.get(POINTER, knownEtag)
  if (pointer === null) return knownEtag === undefined ? { tree: {}, etag: null } : null
  const { tree } = JSON.parse(Buffer.from(pointer.bytes).toString('utf8')) as { tree: string }
  return { tree: parseTree(await readFileObject(store, tree)), etag: pointer.etag }
}

/** Makes a tree live unless another release changed the pointer since `etag`; false if one did. */
export function writeLive(store: ObjectStore, treeHash: string, etag: string | null) {
  const pointer = Buffer.from(JSON.stringify({ schema: 1, tree: treeHash }))
  return store.put(POINTER, pointer, etag === null ? 'if-absent' : { etag })
}

/**
 * Returns the bytes of a stored file.
 *
 * @throws Error if it is missing or does not have this hash
 */
export async function readFileObject(store: ObjectStore, sha256: string): Promise<Uint8Array> {
  const object = await store.get(FILES + sha256)
  if (object === null) throw new Error(`${FILES}${sha256} is missing in ${store.name}`)
  if (hashOf(object.bytes) !== sha256)
    throw new Error(`${FILES}${sha256} in ${store.name} is damaged: its hash differs`)
  return object.bytes
}
