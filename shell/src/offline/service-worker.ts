/**
 * Caches the shell and the slices for offline visits. Responses of services, the public record and the downloadable
 * verifier are never cached, so that users never see an ended session or an outdated record.
 */
import { NavigationRoute } from 'workbox-routing/NavigationRoute.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'
import { CacheFirst } from 'workbox-strategies/CacheFirst.js'
import { NetworkFirst } from 'workbox-strategies/NetworkFirst.js'
import {
  cacheFile,
  cacheInitialFiles,
  cachePage,
  deleteAll,
  deleteOld,
  FILE_CACHE,
  forAllAddresses,
  PAGE_CACHE,
  PAGE_KEY,
} from './release-cache.ts'
import { isKnown, isReleased, type Released, releaseName } from './released.ts'
import type { WorkerCommand, WorkerScope } from './worker-scope.ts'

const worker = globalThis as unknown as WorkerScope & { released: Released }
const { released } = worker

/** The same timeout as for slices. A connection that does not respond in time is treated as offline. */
const PAGE_TIMEOUT_S = 8
/** Paths that are not pages: services, the record, the saved verifier, and files. */
const EXCLUDED_PATHS = [/^\/(?:api|log|verifier)\//, /^[^?]*\.[a-z0-9]+(?:\?|$)/i]

if (released.registry.site.offline === false) retire()
else serve()

function serve(): void {
  registerRoute(isFile, fileStrategy())
  registerRoute(new NavigationRoute(pageStrategy(), { denylist: EXCLUDED_PATHS }))
  worker.addEventListener('activate', (event) => {
    event.waitUntil(deleteOld(released).then(() => worker.clients.claim()))
  })
  worker.addEventListener('message', (event) =>
    event.waitUntil(handleMessage(event.data, event.ports[0])),
  )
}

/** Whether the cache may serve a request. A request that bypasses the browser's cache, as "Try again" does, may not. */
function isFile({ url, request }: { url: URL; request: Request }): boolean {
  const isOrdinary = request.cache === 'default' || request.cache === 'force-cache'
  return url.origin === location.origin && isOrdinary && isKnown(url.pathname, released)
}

function fileStrategy(): CacheFirst {
  return new CacheFirst({
    cacheName: FILE_CACHE,
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
    cacheName: PAGE_CACHE,
    networkTimeoutSeconds: PAGE_TIMEOUT_S,
    plugins: [
      {
        cacheKeyWillBeUsed: async () => PAGE_KEY,
        cacheWillUpdate: async ({ response }) =>
          (await cacheInitialFiles(response, released)) ? forAllAddresses(response) : null,
      },
    ],
  })
}

async function handleMessage(command: WorkerCommand, port: MessagePort | undefined): Promise<void> {
  if (command.kind === 'which') port?.postMessage(releaseName(released.shell, released.registry))
  else if (command.kind === 'take-over') await worker.skipWaiting()
  else await cacheReleased(command)
}

async function cacheReleased({ page, files }: WorkerCommand & { kind: 'keep' }): Promise<void> {
  await Promise.all(files.map((file) => cacheFile(file, released)))
  await cachePage(await fetch(page), released)
}

/** The installation has disabled offline support: the worker removes itself and everything it cached. */
function retire(): void {
  worker.addEventListener('install', () => void worker.skipWaiting())
  worker.addEventListener('activate', (event) => {
    event.waitUntil(deleteAll().then(() => worker.registration.unregister()))
  })
}
