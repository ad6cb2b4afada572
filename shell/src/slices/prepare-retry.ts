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
 * Prepares a retry. Dispatches an error event on hanging scripts, so that their loaders stop waiting, and refetches
 * failed scripts and the initial files of `slice` without the browser's cache, which could keep a broken copy for a
 * year.
 */
export async function prepareRetry(slice: PublishedSlice | null): Promise<void> {
  for (const script of pendingScripts()) script.dispatchEvent(new Event('error'))
  const initialFiles = slice === null ? [] : [slice.entry, ...slice.preload]
  dropPreloads(initialFiles)
  const urls = new Set([...failedScripts, ...initialFiles])
  failedScripts.clear()
  await Promise.allSettled([...urls].map(refetch))
}

/** Removes the preloads of files: a script waits for its preload, which may be hanging. */
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
