import { focusPage } from '@inkproof/ui/focus-page'
import { useEffect, useRef } from 'react'

/** When the screen changes, scrolls to its top and focuses its heading: the document before it may have been long. */
export function useTopOnChange(screen: string): void {
  const previous = useRef(screen)
  useEffect(() => {
    if (previous.current === screen) return
    previous.current = screen
    scrollTo(0, 0)
    focusPage()
  }, [screen])
}
