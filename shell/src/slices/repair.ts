import type { PublishedSlice } from '@inkproof/slice'

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
 * would otherwise be kept for a year. `slice` names the one whose first files are to be had.
 */
export async function repair(slice: PublishedSlice | null): Promise<void> {
  for (const script of pendingScripts()) script.dispatchEvent(new Event('error'))
  const first = slice === null ? [] : [slice.entry, ...slice.preload]
  dropPreloads(first)
  const urls = new Set([...failedScripts, ...first])
  failedScripts.clear()
  await Promise.allSettled([...urls].map(refetch))
}

/** A script would wait for its preload, and that may be what hangs. */
function dropPreloads(files: string[]): void {
  for (const file of files) {
    document.head.querySelector(`link[rel="preload"][href="${CSS.escape(file)}"]`)?.remove()
  }
}

/** Loaders take their scripts away when they are done; what is left below /slices/ still hangs. */
function pendingScripts(): HTMLScriptElement[] {
  return [...document.querySelectorAll<HTMLScriptElement>('script[src*="/slices/"]')]
}

function refetch(url: string): Promise<Response> {
  const signal = AbortSignal.timeout(REFETCH_DEADLINE_MS)
  return fetch(url, { cache: 'reload', signal })
}
