import { isKnown, isReleased, type Released } from './released.ts'

/** The cache of files that never change. */
export const FILE_CACHE = 'inkproof-files'
/** The cache of the only page: the gateway returns it for every URL, and the shell decides what to show. */
export const PAGE_CACHE = 'inkproof-page'
/** The page’s cache key. */
export const PAGE_KEY = '/'

const IMMUTABLE_URL = /(?:src|href)="(\/(?:static|slices)\/[^"]+)"/g

/**
 * Caches a page's initial files, then the page. If a file cannot be cached, the page is not cached either: an older
 * page is better than an incomplete one.
 */
export async function cachePage(page: Response, released: Released): Promise<void> {
  if (!(await cacheInitialFiles(page, released))) return
  const cache = await caches.open(PAGE_CACHE)
  await cache.put(PAGE_KEY, await forAllAddresses(page))
}

/** The metadata of a page; the gateway includes that of a share link. Attributes contain no unescaped `>`. */
const METADATA = /<meta (?:property="og:|name="(?:description|robots|twitter:))[^>]*>\s*/g

/**
 * Returns the page without what belongs to one address, because the cached page is shown at every one: its first
 * screen, its title and its metadata.
 */
export async function forAllAddresses(page: Response): Promise<Response> {
  const { status, headers } = page
  const html = (await page.text())
    .replace(/(<div id="root">).*(<\/div>\s*<\/body>)/s, '$1$2')
    .replace(/<title>[^<]*/, '<title>Inkproof')
    .replace(METADATA, '')
  return new Response(html, { status, headers })
}

/**
 * Caches the initial files of a page. Returns false if the response is not a page of this release, or if a file could
 * not be cached.
 */
export async function cacheInitialFiles(page: Response, released: Released): Promise<boolean> {
  if (page.status !== 200) return false
  const html = await page.clone().text()
  if (!html.includes(`content="${released.shell}"`)) return false
  const files = [...html.matchAll(IMMUTABLE_URL)].map(([, file = '']) => file)
  const cached = await Promise.all(files.map((file) => cacheFile(file, released)))
  return cached.every(Boolean)
}

/**
 * Caches a file, unless it is cached already. Returns false if the file is not part of this release or cannot be
 * fetched intact.
 */
export async function cacheFile(path: string, released: Released): Promise<boolean> {
  if (!isKnown(path, released)) return false
  const cache = await caches.open(FILE_CACHE)
  if (await cache.match(path)) return true
  try {
    const response = await fetch(path)
    if (!(await isReleased(path, response.clone(), released))) return false
    await cache.put(path, response)
    return true
  } catch {
    return false
  }
}

/** Deletes the cached page, and the cached files that are not part of this release. */
export async function deleteOld(released: Released): Promise<void> {
  await caches.delete(PAGE_CACHE)
  const cache = await caches.open(FILE_CACHE)
  for (const request of await cache.keys()) {
    if (!isKnown(new URL(request.url).pathname, released)) await cache.delete(request)
  }
}

/** Deletes both caches. */
export async function deleteAll(): Promise<void> {
  await caches.delete(PAGE_CACHE)
  await caches.delete(FILE_CACHE)
}
