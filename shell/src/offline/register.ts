import { reloadPage, toast, useToasts } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { shellVersion } from '../shell-version.ts'
import { useRegistry } from '../slices/registry.ts'
import { deleteAll } from './release-cache.ts'
import { releaseName } from './released.ts'
import type { WorkerCommand } from './worker-scope.ts'

const WORKER_URL = '/service-worker.js'
const RESPONSE_TIMEOUT_MS = 3000
const TAKE_OVER_DELAY_MS = 2000
const UPDATE_INTERVAL_MS = 15 * 60_000

/** Registers the worker, or removes it if the installation has disabled offline support. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  if (useRegistry.getState().site.offline === false) await unregister()
  else await followReleases()
}

async function followReleases(): Promise<void> {
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('controllerchange', () => void onControllerChange())
  const registration = await serviceWorker.register(WORKER_URL, { updateViaCache: 'none' })
  registration.addEventListener('updatefound', () => watchInstallation(registration))
  watchInstallation(registration)
  checkForUpdates(registration)
}

/** Checks immediately, because the waiting worker may be older than this page, and then at regular intervals. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let checkedAt = 0
  const check = () => {
    if (document.visibilityState === 'hidden' || Date.now() - checkedAt < UPDATE_INTERVAL_MS) return
    checkedAt = Date.now()
    registration.update().then(
      () => registration.waiting && void onWaiting(registration.waiting),
      () => {},
    )
  }
  check()
  document.addEventListener('visibilitychange', check)
  setInterval(check, UPDATE_INTERVAL_MS)
}

function watchInstallation(registration: ServiceWorkerRegistration): void {
  const worker = registration.installing
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && registration.active) void onWaiting(worker)
  })
}

/** Activates the waiting worker if the page is already from the same release; otherwise offers a reload. */
async function onWaiting(worker: ServiceWorker): Promise<void> {
  if ((await fetchRelease(worker)) !== getPageRelease()) return offerReload()
  // Chromium may delay messages to a worker by minutes while the previous one is busy.
  await new Promise((resolve) => setTimeout(resolve, TAKE_OVER_DELAY_MS))
  postCommand(worker, { kind: 'take-over' })
}

/** Runs when the page's first worker, or a newer one that another tab has activated, takes control of the page. */
async function onControllerChange(): Promise<void> {
  const { controller } = navigator.serviceWorker
  if (controller === null) return
  await waitUntilActivated(controller)
  if ((await fetchRelease(controller)) === getPageRelease())
    postCommand(controller, createCacheCommand())
  else offerReload()
}

/**
 * Waits until the worker is activated. A worker that is still activating deletes outdated caches, and would also delete
 * what this page tells it to cache.
 */
function waitUntilActivated(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const check = () => worker.state !== 'activating' && resolve()
    worker.addEventListener('statechange', check)
    check()
  })
}

let offerId = ''

/** Offers a reload, after which the page activates the waiting worker. Not repeated while the offer is on screen. */
function offerReload(): void {
  if (useToasts.getState().toasts.some(({ id, open }) => open && id === offerId)) return
  offerId = toast({
    title: t('A new version of Inkproof is ready'),
    description: t('Reload when you’re ready. Anything you’ve entered is kept.'),
    durationMs: Number.POSITIVE_INFINITY,
    action: { label: t('Reload'), run: () => void reloadPage() },
  }).id
}

function getPageRelease(): string {
  return releaseName(shellVersion(), useRegistry.getState())
}

/** Returns the command to cache this page and the files that it loaded before it had a worker. */
function createCacheCommand(): WorkerCommand {
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && isImmutable(pathname))
    .map(({ pathname }) => pathname)
  return { kind: 'keep', page: location.pathname, files: [...new Set(files)] }
}

function isImmutable(path: string): boolean {
  return path.startsWith('/static/') || path.startsWith('/slices/')
}

function fetchRelease(worker: ServiceWorker): Promise<string | null> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(String(data))
    setTimeout(() => resolve(null), RESPONSE_TIMEOUT_MS)
    postCommand(worker, { kind: 'which' }, [port2])
  })
}

function postCommand(
  worker: ServiceWorker,
  command: WorkerCommand,
  ports: MessagePort[] = [],
): void {
  worker.postMessage(command, ports)
}

/** Removes the worker and its caches. */
async function unregister(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  await deleteAll()
}
