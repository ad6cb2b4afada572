import { type ReactNode, useCallback, useState } from 'react'

export type ScrollRegionProps = {
  /** Accessible name of the scrollable content. */
  label: string
  className?: string | undefined
  children: ReactNode
}

/** Scrolls horizontally if needed; focusable by keyboard only while it overflows. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  const [overflows, setOverflows] = useState(false)
  const watch = useCallback((region: HTMLElement | null) => {
    if (!region || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setOverflows(region.scrollWidth > region.clientWidth))
    observer.observe(region)
    if (region.firstElementChild) observer.observe(region.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return (
    <section
      ref={watch}
      aria-label={label}
      tabIndex={overflows ? 0 : undefined}
      className={className}
    >
      {children}
    </section>
  )
}
