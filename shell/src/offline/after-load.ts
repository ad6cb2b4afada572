/** For browsers without idle callbacks, and the maximum wait for an idle moment. */
const PAUSE_MS = 1000
const IDLE_TIMEOUT_MS = 4000

/**
 * Registers the service worker once the page has loaded, so that it does not slow down a first visit. It is
 * optional: without it, everything works online.
 */
export async function registerWorkerAfterLoad(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await pageLoad()
  await idleMoment()
  try {
    const { registerWorker } = await import(/* webpackChunkName: "offline" */ './register.ts')
    await registerWorker()
  } catch {
    // Forbidden by the browser, or a file that could not be loaded: the next visit tries again.
  }
}

async function pageLoad(): Promise<void> {
  if (document.readyState === 'complete') return
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

function idleMoment(): Promise<void> {
  return new Promise((resolve) => {
    if (!('requestIdleCallback' in globalThis)) setTimeout(resolve, PAUSE_MS)
    else requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS })
  })
}
