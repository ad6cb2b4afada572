/** The delay in browsers without idle callbacks. */
const FALLBACK_DELAY_MS = 1000
const IDLE_TIMEOUT_MS = 4000

/**
 * Loads what must not slow down a first visit, once the page has loaded (run-after-load.ts). It is optional: without it,
 * everything works online.
 */
export async function startAfterLoad(withWorker: boolean): Promise<void> {
  await waitForPageLoad()
  await waitUntilIdle()
  try {
    const { runAfterLoad } = await import(
      /* webpackChunkName: "after-load" */ './run-after-load.ts'
    )
    await runAfterLoad(withWorker)
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
