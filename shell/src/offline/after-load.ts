/** The delay in browsers without idle callbacks. */
const FALLBACK_DELAY_MS = 1000
const IDLE_TIMEOUT_MS = 4000

/**
 * Registers the service worker once the page has loaded, so that the worker does not slow down a first
 * visit. The worker is optional: without it, everything works online.
 */
export async function registerWorkerAfterLoad(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await waitForPageLoad()
  await waitUntilIdle()
  try {
    const { registerWorker } = await import(/* webpackChunkName: "offline" */ './register.ts')
    await registerWorker()
  } catch {
    // The browser forbids service workers, or a file could not be loaded: the next visit tries again.
  }
}

async function waitForPageLoad(): Promise<void> {
  if (document.readyState === 'complete') return
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (!('requestIdleCallback' in globalThis)) setTimeout(resolve, FALLBACK_DELAY_MS)
    else requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS })
  })
}
