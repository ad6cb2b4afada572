import { type ReactNode, useCallback, useState } from 'react'

export type ScrollRegionProps = {
  /** Accessible name of the scrollable content. */
  label: string
  className?: string | undefined
  children: ReactNode
}

/** Scrolls its content if needed. Focusable only while it overflows, so that it can be scrolled by keyboard. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  const [isOverflowing, setOverflowing] = useState(false)
  const observeOverflow = useCallback((region: HTMLElement | null) => {
    if (!region || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() =>
      setOverflowing(region.scrollWidth > region.clientWidth),
    )
    observer.observe(region)
    if (region.firstElementChild) observer.observe(region.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return (
    <section
      ref={observeOverflow}
      aria-label={label}
      tabIndex={isOverflowing ? 0 : undefined}
      className={className}
    >
      {children}
    </section>
  )
}
