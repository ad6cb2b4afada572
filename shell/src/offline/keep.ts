import { isKnown, isReleased, type Released } from './released.ts'

/** Files that never change. */
export const FILES = 'inkproof-files'
/** The one page: whatever its address, the gateway gives the same, and the shell decides. */
export const PAGE = 'inkproof-page'
/** The key it is kept under. */
export const PAGE_KEY = '/'

const IMMUTABLE = /(?:src|href)="(\/(?:static|slices)\/[^"]+)"/g

/** Keeps a page once everything it starts with is kept: half a page is worse than an older whole one. */
export async function keepPage(page: Response, released: Released): Promise<void> {
  if (!(await isWhole(page, released))) return
  const cache = await caches.open(PAGE)
  await cache.put(PAGE_KEY, page)
}

/** Whether the answer is a page of this release whose first files are all kept. */
export async function isWhole(page: Response, released: Released): Promise<boolean> {
  if (page.status !== 200) return false
  const html = await page.clone().text()
  if (!html.includes(`content="${released.shell}"`)) return false
  const files = [...html.matchAll(IMMUTABLE)].map(([, file = '']) => file)
  const kept = await Promise.all(files.map((file) => keepFile(file, released)))
  return kept.every(Boolean)
}

/** Keeps a file of this release. False when it could not be had as it was released. */
export async function keepFile(path: string, released: Released): Promise<boolean> {
  if (!isKnown(path, released)) return false
  const cache = await caches.open(FILES)
  if (await cache.match(path)) return true
  try {
    const answer = await fetch(path)
    if (!(await isReleased(path, answer.clone(), released))) return false
    await cache.put(path, answer)
    return true
  } catch {
    return false
  }
}

/** Drops what is of another release. */
export async function dropOld(released: Released): Promise<void> {
  await caches.delete(PAGE)
  const cache = await caches.open(FILES)
  for (const request of await cache.keys()) {
    if (!isKnown(new URL(request.url).pathname, released)) await cache.delete(request)
  }
}

/** Leaves nothing. */
export async function dropAll(): Promise<void> {
  await caches.delete(PAGE)
  await caches.delete(FILES)
}
