import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exists, replaceFile } from '../release/files.ts'
import { withReleaseLock } from '../release/registry.ts'
import { type LiveRelease, readFileObject, readLive } from './live-release.ts'
import { mapConcurrently } from './map-concurrently.ts'
import type { ObjectStore } from './object-store.ts'
import { readTree, type Tree } from './tree.ts'

/** Later files refer to earlier ones, so that a page never names a file that is not there yet. */
const ORDER = [/^slices\/|^shell\/(?:static|versions)\//, /^(?:early|first)\//, /^shell\//, /./]

/** Written before the first file of a folder: an interrupted pull leaves it, and the next one may have a newer release. */
const PULLED = '.pulled'

/**
 * Makes a folder contain the live release of a bucket: downloads what is missing or damaged, verifies each hash, replaces
 * each file atomically in an order that keeps every page consistent, and deletes what is no longer released. Returns null
 * if the pointer still has the tag `knownEtag`.
 *
 * @throws Error if a file is missing or damaged in the bucket, if it contains no release and `mayBeEmpty` is false, or if the
 * folder contains other files but no release and `isOwn` is false; nothing in the folder has been changed then
 */
export async function pull(
  store: ObjectStore,
  folder: string,
  { knownEtag, mayBeEmpty = false, isOwn = false }: PullOptions = {},
): Promise<LiveRelease | null> {
  const live = await readLive(store, knownEtag)
  if (live === null) return null
  if (live.etag === null && !mayBeEmpty) throw new Error(`${store.name} contains no release`)
  await mkdir(folder, { recursive: true })
  await withReleaseLock(folder, async () => {
    const local = await readTree(folder)
    if (!isOwn) await refuseForeignFiles(folder, local)
    await writeFile(path.join(folder, PULLED), '')
    const missing = Object.entries(live.tree)
      .filter(([file, { sha256 }]) => local[file]?.sha256 !== sha256)
      .map(([file]) => file)
    const contents = new Map<string, Uint8Array>()
    await mapConcurrently(missing, async (file) => {
      contents.set(file, await readFileObject(store, live.tree[file]?.sha256 ?? ''))
    })
    for (const file of inOrder(missing)) {
      await replaceFile(path.join(folder, file), contents.get(file) ?? new Uint8Array())
    }
    const unreleased = Object.keys(local).filter((file) => !(file in live.tree))
    for (const file of unreleased) await rm(path.join(folder, file))
    await setTimes(folder, live.tree, missing)
  })
  return live
}

export type PullOptions = {
  knownEtag?: string | undefined
  mayBeEmpty?: boolean
  /** True if the folder belongs to the caller, so that everything in it may be deleted. */
  isOwn?: boolean
}

/** Refuses a folder with files that neither a release nor a pull has written. */
async function refuseForeignFiles(folder: string, local: Tree): Promise<void> {
  const [file] = Object.keys(local)
  if (file === undefined || 'slices.json' in local || '.releases.json' in local) return
  if (await exists(path.join(folder, PULLED))) return
  throw new Error(
    `${folder} contains files but no release, such as ${file}; a pull would delete them: give an empty folder`,
  )
}

function inOrder(files: string[]): string[] {
  const rank = (file: string) => ORDER.findIndex((pattern) => pattern.test(file))
  return files.sort((a, b) => rank(a) - rank(b))
}

/** Sets the times of files and of their folders to when they were published, by which old versions are deleted. */
async function setTimes(folder: string, tree: Tree, files: string[]): Promise<void> {
  const folders = new Map<string, number>()
  for (const file of files) {
    const published = tree[file]?.published ?? 0
    await utimes(path.join(folder, file), published, published)
    for (let parent = path.dirname(file); parent !== '.'; parent = path.dirname(parent))
      folders.set(parent, Math.max(published, folders.get(parent) ?? 0))
  }
  for (const [name, published] of folders)
    await utimes(path.join(folder, name), published, published)
}
