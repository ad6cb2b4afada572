import { reloadPage, toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { useEffect } from 'react'
import { clearFragment } from '../links/clear-fragment.ts'

const RETURN_FRAGMENT = /^#(signed-in|provider-link|sign-in-failed)=([\w-]+)$/

/** A parameter default, so that a test can simulate a failed load. */
export const loadReturn = () => import('./provider-return.store.ts')

/**
 * Continues after returning from the identity provider. This hook is in the slice's first chunk, so it only checks the
 * URL and loads the rest on demand.
 */
export function useProviderReturn(load = loadReturn): void {
  useEffect(() => {
    const [fragment, name = '', value = ''] = RETURN_FRAGMENT.exec(location.hash) ?? []
    if (fragment === undefined) return
    load().then(({ handleProviderReturn }) => {
      // The code is removed from the URL once it is used, so that it is not bookmarked.
      if (location.hash === fragment) clearFragment()
      return handleProviderReturn(name, value)
    }, showLoadError)
  }, [load])
}

/** The code stays in the URL, so that reloading the page can continue. */
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
