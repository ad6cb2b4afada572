import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { FILES, type LiveRelease, readFileObject, writeLive } from './live-release.ts'
import { mapConcurrently } from './map-concurrently.ts'
import type { ObjectStore } from './object-store.ts'
import { hashOf, readTree, type Tree, treeBytes } from './tree.ts'

/** An existing object of this age is written again when a release begins to use it, so that it is not deleted meanwhile. */
const RENEWED_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * Makes the content of a folder the live release of a bucket: uploads the new files, reads each back and compares its hash,
 * and then switches the pointer. Returns false if another release switched it since `base` was pulled; nothing is live then.
 * Finally uploads those files again that a concurrent {@link deleteUnused} has deleted meanwhile.
 *
 * @throws Error if a stored file does not have its hash, or if the storage ignores conditions of writes
 */
export async function push(
  store: ObjectStore,
  folder: string,
  base: LiveRelease,
): Promise<boolean> {
  const local = await readTree(folder)
  const tree: Tree = {}
  const added = new Map<string, string>()
  const stored = new Set(Object.values(base.tree).map(({ sha256 }) => sha256))
  for (const [file, entry] of Object.entries(local)) {
    const before = base.tree[file]
    tree[file] = before?.sha256 === entry.sha256 ? before : entry
    if (!stored.has(entry.sha256)) added.set(entry.sha256, path.join(folder, file))
  }
  const bytes = treeBytes(tree)
  const isLive = base.etag !== null && Buffer.compare(bytes, treeBytes(base.tree)) === 0
  if (!isLive) {
    await mapConcurrently([...added], async ([sha256, file]) => {
      await upload(store, sha256, await readFile(file))
    })
    await upload(store, hashOf(bytes), bytes)
    await requireConditions(store, FILES + hashOf(bytes), bytes)
    if (!(await writeLive(store, hashOf(bytes), base.etag))) return false
  }
  await uploadMissing(store, folder, tree)
  return true
}

/** Uploads the objects of a tree that the bucket does not contain, from the folder with its files. */
async function uploadMissing(store: ObjectStore, folder: string, tree: Tree): Promise<void> {
  const stored = new Set((await store.list(FILES)).map(({ key }) => key))
  const missing = Object.entries(tree).filter(([, { sha256 }]) => !stored.has(FILES + sha256))
  await mapConcurrently(missing, async ([file, { sha256 }]) => {
    await upload(store, sha256, await readFile(path.join(folder, file)))
  })
  const bytes = treeBytes(tree)
  if (!stored.has(FILES + hashOf(bytes))) await upload(store, hashOf(bytes), bytes)
}

/** Throws if the storage writes an existing object although a condition forbids it: releases would overwrite each other. */
async function requireConditions(
  store: ObjectStore,
  key: string,
  bytes: Uint8Array,
): Promise<void> {
  const otherTag = { etag: `"${'0'.repeat(32)}"` }
  const wrote =
    (await store.put(key, bytes, 'if-absent')) || (await store.put(key, bytes, otherTag))
  if (wrote)
    throw new Error(
      `${store.name} ignores the conditions of writes (If-None-Match, If-Match), so that concurrent releases could be lost`,
    )
}

async function upload(store: ObjectStore, sha256: string, bytes: Uint8Array): Promise<void> {
  const key = FILES + sha256
  const isNew = await store.put(key, bytes, 'if-absent')
  if (!isNew && Date.now() - (await store.modifiedMs(key)) > RENEWED_AFTER_MS)
    await store.put(key, bytes, 'always')
  await readFileObject(store, sha256)
}
