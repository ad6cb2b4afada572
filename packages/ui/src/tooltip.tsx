import { Tooltip as RadixTooltip } from 'radix-ui'
import type { ReactNode } from 'react'
import { useScopedPortal } from './portal.tsx'

export type TooltipProps = {
  /** A few words; must not be the only place for a piece of information. */
  text: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  /** The element that the tooltip describes; must be focusable. */
  children: ReactNode
}

/** Sets the delays of all tooltips inside: 700 ms, or none if another one closed less than 300 ms ago. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </RadixTooltip.Provider>
  )
}

/** A short explanation on hover and focus. Requires a TooltipProvider above. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const { probeRef, container } = useScopedPortal()
  return (
    <RadixTooltip.Root>
      <span ref={probeRef} hidden />
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      {container && (
        <RadixTooltip.Portal container={container}>
          <RadixTooltip.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-(--z-float) max-w-xs animate-fade-in rounded-md bg-ink px-2.5 py-1.5 text-canvas text-sm shadow-lift"
          >
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      )}
    </RadixTooltip.Root>
  )
}
