import { t } from '@inkproof/texts/text'
import { Prose } from '@inkproof/ui/prose'
import { useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'

/** Shows an article that the content service has rendered and escaped. Internal links use the router. */
export function Article({ html }: { html: string }) {
  const text = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()

  useLayoutEffect(() => {
    const element = text.current
    if (element === null) return
    // A parsed document is inert: nothing in it runs or loads before it is shown.
    element.replaceChildren(...new DOMParser().parseFromString(html, 'text/html').body.childNodes)
    for (const region of element.querySelectorAll('pre, .table-scroll')) makeScrollable(region)
    function onClick(event: MouseEvent) {
      const to = internalPath(event)
      if (to === null) return
      event.preventDefault()
      navigate(to)
    }
    element.addEventListener('click', onClick)
    return () => element.removeEventListener('click', onClick)
  }, [html, navigate])

  return <Prose ref={text} />
}

/** Lets keyboard users scroll a block whose lines are longer than the page. */
function makeScrollable(region: Element): void {
  region.setAttribute('tabindex', '0')
  region.setAttribute('role', 'group')
  region.setAttribute('aria-label', region.localName === 'pre' ? t('Code') : t('Table'))
}

/** Path of the internal page that a plain click should navigate to, or null. */
function internalPath(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!isPlain || link === null || link.origin !== location.origin) return null
  const isFile = /^\/(log|verifier|api)\//.test(link.pathname)
  return isFile ? null : link.pathname + link.search + link.hash
}
