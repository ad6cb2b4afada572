import { reloadPage, toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { useEffect } from 'react'
import { clearFragment } from '../links/clear-fragment.ts'

const RETURN_FRAGMENT = /^#(signed-in|provider-link|sign-in-failed)=([\w-]+)$/

/** Loads the module that handles the return. Tests replace this function to simulate a failed load. */
export const loadProviderReturn = () => import('./provider-return.store.ts')

/**
 * Continues after returning from the identity provider. This hook is in the slice's first chunk, so it only checks the
 * URL and loads the rest on demand.
 */
export function useProviderReturn(load = loadProviderReturn): void {
  useEffect(() => {
    const [fragment, name = '', value = ''] = RETURN_FRAGMENT.exec(location.hash) ?? []
    if (fragment === undefined) return
    load().then(({ handleProviderReturn }) => {
      // The sign-in code is about to be used, so it is removed from the URL, which the user may bookmark.
      if (location.hash === fragment) clearFragment()
      return handleProviderReturn(name, value)
    }, showLoadError)
  }, [load])
}

/** Asks the user to reload the page. The sign-in code stays in the URL, so the sign-in can then continue. */
function showLoadError(): void {
  toast({
    title: t('You are not signed in yet'),
    description: t(
      'A part of this page did not load. Check your connection, then reload the page.',
    ),
    variant: 'error',
    durationMs: 60_000,
    action: { label: t('Reload the page'), run: () => void reloadPage() },
  })
}
