import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { FILES, type LiveRelease, readFileObject, writeLive } from './live-release.ts'
import { mapConcurrently } from './map-concurrently.ts'
import type { ObjectStore } from './object-store.ts'
import { hashOf, readTree, type Tree, treeBytes } from './tree.ts'

/** Objects that no release uses are deleted at this age; a release may be about to use younger ones. */
const MIN_AGE_MS = 30 * 24 * 60 * 60 * 1000
/** An existing object of this age is written again when a release begins to use it, so that it is not deleted meanwhile. */
const RENEWED_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * Makes the content of a folder the live release of a bucket: uploads the new files, reads each back and compares its hash,
 * and then switches the pointer. Returns false if another release switched it since `base` was pulled; nothing is live then.
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
  if (base.etag !== null && Buffer.compare(bytes, treeBytes(base.tree)) === 0) return true
  await mapConcurrently([...added], async ([sha256, file]) => {
    await upload(store, sha256, await readFile(file))
  })
  await upload(store, hashOf(bytes), bytes)
  await requireConditions(store, FILES + hashOf(bytes), bytes)
  return writeLive(store, hashOf(bytes), base.etag)
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

/**
 * Deletes the files of a bucket that the live release does not contain and that are older than 30 days. Returns how many.
 *
 * @param nowMs milliseconds since 1970
 */
export async function deleteUnused(
  store: ObjectStore,
  live: LiveRelease,
  nowMs = Date.now(),
): Promise<number> {
  const used = new Set(Object.values(live.tree).map(({ sha256 }) => FILES + sha256))
  used.add(FILES + hashOf(treeBytes(live.tree)))
  const unused = (await store.list(FILES))
    .filter(({ key, modifiedMs }) => !used.has(key) && nowMs - modifiedMs > MIN_AGE_MS)
    .map(({ key }) => key)
  if (unused.length > 0) await store.remove(unused)
  return unused.length
}
