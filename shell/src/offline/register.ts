import { reloadPage, toast, useToasts } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { useRegistry } from '../slices/registry.ts'
import { deleteAll } from './release-cache.ts'
import { releaseName } from './released.ts'
import type { Order } from './worker-scope.ts'

const WORKER = '/service-worker.js'
const RESPONSE_TIMEOUT_MS = 3000
const PAUSE_MS = 2000
const ASK_EVERY_MS = 15 * 60_000

/** Registers the worker, or removes it if the installation has switched it off. */
export async function registerWorker(): Promise<void> {
  if (useRegistry.getState().site.offline === false) await unregister()
  else await followReleases()
}

async function followReleases(): Promise<void> {
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('controllerchange', () => void onController())
  const registration = await serviceWorker.register(WORKER, { updateViaCache: 'none' })
  registration.addEventListener('updatefound', () => whenInstalled(registration))
  whenInstalled(registration)
  askAgain(registration)
}

/** At once, because the waiting worker may be older than this page; later for pages that stay open. */
function askAgain(registration: ServiceWorkerRegistration): void {
  let askedAt = 0
  const ask = () => {
    if (document.visibilityState === 'hidden' || Date.now() - askedAt < ASK_EVERY_MS) return
    askedAt = Date.now()
    registration.update().then(
      () => registration.waiting && void onWaiting(registration.waiting),
      () => {},
    )
  }
  ask()
  document.addEventListener('visibilitychange', ask)
  setInterval(ask, ASK_EVERY_MS)
}

function whenInstalled(registration: ServiceWorkerRegistration): void {
  const worker = registration.installing
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && registration.active) void onWaiting(worker)
  })
}

/** A page of the waiting worker's release does not need to wait; an older page offers a reload. */
async function onWaiting(worker: ServiceWorker): Promise<void> {
  if ((await releaseOf(worker)) !== ownRelease()) return offerReload()
  // Chromium may delay messages to a worker by minutes while the previous one is busy.
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  postOrder(worker, { kind: 'take-over' })
}

/** The first worker, or a newer one that another tab has activated. */
async function onController(): Promise<void> {
  const { controller } = navigator.serviceWorker
  if (controller === null) return
  await activated(controller)
  if ((await releaseOf(controller)) === ownRelease()) postOrder(controller, cacheThisPage())
  else offerReload()
}

/** Until then it is deleting what the previous one cached, and would delete what it is told to cache. */
function activated(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = () => worker.state !== 'activating' && resolve()
    worker.addEventListener('statechange', look)
    look()
  })
}

let offered = ''

/** The new page activates the waiting worker itself. The offer is repeated only if it is no longer on screen. */
function offerReload(): void {
  if (useToasts.getState().toasts.some(({ id, open }) => open && id === offered)) return
  offered = toast({
    title: t('A new version of Inkproof is ready'),
    description: t('Reload when you’re ready. Anything you’ve entered is kept.'),
    durationMs: Number.POSITIVE_INFINITY,
    action: { label: t('Reload'), run: () => void reloadPage() },
  }).id
}

function ownRelease(): string {
  const shell = document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? ''
  return releaseName(shell, useRegistry.getState())
}

/** Handles what happened before the worker could be observed. */
function cacheThisPage(): Order {
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

function releaseOf(worker: ServiceWorker): Promise<string | null> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(String(data))
    setTimeout(() => resolve(null), RESPONSE_TIMEOUT_MS)
    postOrder(worker, { kind: 'which' }, [port2])
  })
}

function postOrder(worker: ServiceWorker, order: Order, ports: MessagePort[] = []): void {
  worker.postMessage(order, ports)
}

/** The installation has switched it off. */
async function unregister(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  await deleteAll()
}
