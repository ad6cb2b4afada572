import { reloadPage, toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { useEffect } from 'react'
import { forgetFragment } from '../links/forget-fragment.ts'

const RETURN = /^#(signed-in|provider-link|sign-in-failed)=([\w-]+)$/

/** Taken apart from the hook, so that it can fail to come. */
export const loadReturn = () => import('./provider-return.store.ts')

/**
 * Goes on where somebody comes back from the outside provider. In the slice's first chunk, so only the look
 * at the address is here; what follows is fetched when there is something to do.
 */
export function useProviderReturn(load = loadReturn): void {
  useEffect(() => {
    const [fragment, name = '', value = ''] = RETURN.exec(location.hash) ?? []
    if (fragment === undefined) return
    load().then(({ comeBack }) => {
      // Once it is taken, the code is nothing to keep in the address or a bookmark.
      if (location.hash === fragment) forgetFragment()
      return comeBack(name, value)
    }, sayNotLoaded)
  }, [load])
}

/** The code is still in the address then: the page that is loaded anew goes on with it. */
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
