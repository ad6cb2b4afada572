/**
 * Caches the shell and the slices for offline visits. Services, the public record and the saved verifier are never
 * cached, so that nobody sees an ended session or an outdated record.
 */
import { NavigationRoute } from 'workbox-routing/NavigationRoute.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'
import { CacheFirst } from 'workbox-strategies/CacheFirst.js'
import { NetworkFirst } from 'workbox-strategies/NetworkFirst.js'
import {
  cacheFile,
  cachePage,
  deleteAll,
  deleteOld,
  FILES,
  isComplete,
  PAGE,
  PAGE_KEY,
} from './release-cache.ts'
import { isKnown, isReleased, type Released, releaseName } from './released.ts'
import type { Order, WorkerScope } from './worker-scope.ts'

const worker = globalThis as unknown as WorkerScope & { released: Released }
const { released } = worker

/** The timeout for slices: a connection without a response counts as none. */
const PAGE_DEADLINE_S = 8
/** Not pages: services, the record, the saved verifier, and file names. */
const NOT_PAGES = [/^\/(?:api|log|verifier)\//, /^[^?]*\.[a-z0-9]+(?:\?|$)/i]

if (released.registry.site.offline === false) retire()
else serve()

function serve(): void {
  registerRoute(isFile, fileStrategy())
  registerRoute(new NavigationRoute(pageStrategy(), { denylist: NOT_PAGES }))
  worker.addEventListener('activate', (event) => {
    event.waitUntil(deleteOld(released).then(() => worker.clients.claim()))
  })
  worker.addEventListener('message', (event) =>
    event.waitUntil(handleMessage(event.data, event.ports[0])),
  )
}

/** A request that bypasses the browser's cache, as "Try again" makes it, bypasses this one too. */
function isFile({ url, request }: { url: URL; request: Request }): boolean {
  const isOrdinary = request.cache === 'default' || request.cache === 'force-cache'
  return url.origin === location.origin && isOrdinary && isKnown(url.pathname, released)
}

function fileStrategy(): CacheFirst {
  return new CacheFirst({
    cacheName: FILES,
    plugins: [
      {
        cacheWillUpdate: async ({ request, response }) => {
          const { pathname } = new URL(request.url)
          return (await isReleased(pathname, response.clone(), released)) ? response : null
        },
      },
    ],
  })
}

function pageStrategy(): NetworkFirst {
  return new NetworkFirst({
    cacheName: PAGE,
    networkTimeoutSeconds: PAGE_DEADLINE_S,
    plugins: [
      {
        cacheKeyWillBeUsed: async () => PAGE_KEY,
        cacheWillUpdate: async ({ response }) =>
          (await isComplete(response, released)) ? response : null,
      },
    ],
  })
}

async function handleMessage(order: Order, port: MessagePort | undefined): Promise<void> {
  if (order.kind === 'which') port?.postMessage(releaseName(released.shell, released.registry))
  else if (order.kind === 'take-over') await worker.skipWaiting()
  else await cacheReleased(order)
}

async function cacheReleased({ page, files }: Order & { kind: 'keep' }): Promise<void> {
  await Promise.all(files.map((file) => cacheFile(file, released)))
  await cachePage(await fetch(page), released)
}

/** The installation has switched this off: the worker removes itself and everything it cached. */
function retire(): void {
  worker.addEventListener('install', () => void worker.skipWaiting())
  worker.addEventListener('activate', (event) => {
    event.waitUntil(deleteAll().then(() => worker.registration.unregister()))
  })
}
