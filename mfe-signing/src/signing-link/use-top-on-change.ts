import { focusPage } from '@inkproof/ui/focus-page'
import { createContext, use, useEffect } from 'react'

/** The screen that the page showed last; null before the first one. One for each link. */
export const LastScreen = createContext<{ current: string | null }>({ current: null })

/**
 * When the page shows another screen than before, scrolls to its top and focuses its heading: the document before it may
 * have been long. The first screen keeps the browser's focus.
 *
 * @param screen null while it is loaded, and if another component shows the screen
 */
export function useTopOnChange(screen: string | null): void {
  const last = use(LastScreen)
  useEffect(() => {
    if (screen === null || last.current === screen) return
    const isFirst = last.current === null
    last.current = screen
    if (isFirst) return
    scrollTo({ top: 0, behavior: 'instant' })
    focusPage()
  }, [last, screen])
}
