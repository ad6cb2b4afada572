import type { PublishedSlice } from '@inkproof/slice'

const REFETCH_TIMEOUT_MS = 4000

const failedScripts = new Set<string>()

/** Records every script that fails to load, so that a retry knows what the browser may have cached. */
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
 * Makes a retry effective. A hanging script gets an error event, which ends the wait of its loader; a failed one is
 * fetched again without the browser's cache, which would otherwise keep a broken copy for a year. `slice` names the
 * slice whose first files are needed.
 */
export async function prepareRetry(slice: PublishedSlice | null): Promise<void> {
  for (const script of pendingScripts()) script.dispatchEvent(new Event('error'))
  const first = slice === null ? [] : [slice.entry, ...slice.preload]
  dropPreloads(first)
  const urls = new Set([...failedScripts, ...first])
  failedScripts.clear()
  await Promise.allSettled([...urls].map(refetch))
}

/** A script would wait for its preload, which may be what hangs. */
function dropPreloads(files: string[]): void {
  for (const file of files) {
    document.head.querySelector(`link[rel="preload"][href="${CSS.escape(file)}"]`)?.remove()
  }
}

/** Loaders remove their scripts when they are done; any that remain below /slices/ are still loading. */
function pendingScripts(): HTMLScriptElement[] {
  return [...document.querySelectorAll<HTMLScriptElement>('script[src*="/slices/"]')]
}

function refetch(url: string): Promise<Response> {
  const signal = AbortSignal.timeout(REFETCH_TIMEOUT_MS)
  return fetch(url, { cache: 'reload', signal })
}
