import { reloadPage, toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { useEffect } from 'react'
import { clearFragment } from '../links/clear-fragment.ts'

const RETURN = /^#(signed-in|provider-link|sign-in-failed)=([\w-]+)$/

/** Separate from the hook, because loading can fail. */
export const loadReturn = () => import('./provider-return.store.ts')

/**
 * Continues after returning from the identity provider. This is in the slice's first chunk, so it only checks the
 * address and loads the rest on demand.
 */
export function useProviderReturn(load = loadReturn): void {
  useEffect(() => {
    const [fragment, name = '', value = ''] = RETURN.exec(location.hash) ?? []
    if (fragment === undefined) return
    load().then(({ handleReturn }) => {
      // Once used, the code is removed from the address, so that it is not bookmarked.
      if (location.hash === fragment) clearFragment()
      return handleReturn(name, value)
    }, sayNotLoaded)
  }, [load])
}

/** The code stays in the address, so that reloading the page can continue. */
function sayNotLoaded(): void {
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
