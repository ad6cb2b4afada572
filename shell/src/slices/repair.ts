const REFETCH_DEADLINE_MS = 4000

const failedScripts = new Set<string>()

/** Notes every script that fails to load, so that a retry knows what the browser may have cached. */
export function watchScripts(): void {
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement) failedScripts.add(target.src)
    },
    true,
  )
}

/**
 * Makes another try worth making. A script that still hangs is told that it failed, which frees the
 * loader that waits for it; one that failed is fetched past the browser's cache, where a broken copy
 * would otherwise be kept for a year.
 */
export async function repair(): Promise<void> {
  for (const script of pendingScripts()) script.dispatchEvent(new Event('error'))
  const urls = [...failedScripts]
  failedScripts.clear()
  await Promise.allSettled(urls.map(refetch))
}

/** Loaders take their scripts away when they are done; what is left below /slices/ still hangs. */
function pendingScripts(): HTMLScriptElement[] {
  return [...document.querySelectorAll<HTMLScriptElement>('script[src*="/slices/"]')]
}

function refetch(url: string): Promise<Response> {
  const signal = AbortSignal.timeout(REFETCH_DEADLINE_MS)
  return fetch(url, { cache: 'reload', signal })
}
