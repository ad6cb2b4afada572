/** Where a browser does not tell when it is idle, and how long an idle moment is waited for. */
const PAUSE_MS = 1000
const IDLE_WITHIN_MS = 4000

/**
 * Brings the service worker once the page has loaded, so that neither it nor the code for it takes
 * anything from a first visit. It is a help: where it cannot be had, everything works as without it.
 */
export async function bringWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await pageLoad()
  await idleMoment()
  try {
    const { registerWorker } = await import(/* webpackChunkName: "offline" */ './register.ts')
    await registerWorker()
  } catch {
    // Forbidden by the browser, or a file that could not be had now: the next visit tries again.
  }
}

async function pageLoad(): Promise<void> {
  if (document.readyState === 'complete') return
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

function idleMoment(): Promise<void> {
  return new Promise((resolve) => {
    if (!('requestIdleCallback' in globalThis)) setTimeout(resolve, PAUSE_MS)
    else requestIdleCallback(() => resolve(), { timeout: IDLE_WITHIN_MS })
  })
}
