import { windowTitle } from '@inkproof/slice'
import { useLayoutEffect } from 'react'
import { useMatches } from 'react-router-dom'

type Handle = { title?: string } | undefined

/** Sets the document title to the page's `handle.title`, before the page's own `useTitle` may refine it. */
export function usePageTitle(): void {
  const matches = useMatches()
  const title = matches.map(({ handle }) => (handle as Handle)?.title).findLast(Boolean)
  const path = matches.at(-1)?.pathname
  useLayoutEffect(() => {
    document.title = path === '/' ? windowTitle() : windowTitle(title)
  }, [title, path])
}
