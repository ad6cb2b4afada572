import { useTheme } from '@inkproof/slice'
import { useEffect, useId, useRef } from 'react'
import type { WidgetEvents } from './captcha.store.ts'
import type { ProviderWidget } from './provider-script.ts'

type ProviderBoxProps = { widget: ProviderWidget; events: WidgetEvents }

/** Below this width, hCaptcha needs its compact size. */
const MIN_NORMAL_WIDTH_PX = 303

/** Renders a provider's widget. hCaptcha's challenge opens in the second element, so that it works in a dialog. */
export function ProviderBox({ widget, events }: ProviderBoxProps) {
  const containerRef = useRef<HTMLDivElement>(null)
  const challengeId = useId()
  const { theme } = useTheme()
  const { api, provider, siteKey } = widget

  useEffect(() => {
    const container = containerRef.current
    if (!container) return
    const options = { sitekey: siteKey, theme, ...callbacks(events) }
    const providerOptions =
      provider === 'turnstile'
        ? { size: 'flexible', 'response-field': false }
        : { size: hcaptchaSize(container), 'challenge-container': challengeId }
    const widgetId = api.render(container, { ...options, ...providerOptions })
    return () => api.remove(widgetId)
  }, [api, provider, siteKey, theme, events, challengeId])

  return (
    <>
      <div ref={containerRef} className="min-h-16" />
      <div id={challengeId} className="overflow-auto" />
    </>
  )
}

function callbacks(events: WidgetEvents) {
  return {
    callback: events.solved,
    'expired-callback': events.expired,
    'timeout-callback': events.expired,
    'unsupported-callback': events.failed,
    'before-interactive-callback': events.needsInteraction,
    // Returning true tells Turnstile that the page shows the error itself.
    'error-callback': () => {
      events.failed()
      return true
    },
  }
}

function hcaptchaSize(container: HTMLElement): 'normal' | 'compact' {
  const { clientWidth } = container
  return clientWidth > 0 && clientWidth < MIN_NORMAL_WIDTH_PX ? 'compact' : 'normal'
}
