import { Tooltip as RadixTooltip } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { useScopedPortal } from './portal.tsx'

/** Specification, section 9. */
const DELAY_MS = 700
const SKIP_DELAY_MS = 300

/** When a tooltip was last closed. */
let closedAtMs = Number.NEGATIVE_INFINITY

/**
 * The tooltip of the button that contains it: opens after 700 ms, or immediately if another one closed less than 300 ms
 * ago or the button is reached by Tab (not in dialogs). `text` is the button's accessible name, so it is not announced
 * again.
 *
 * Rendered inside the button, because wrapping a button that is already on screen would replace it and lose its focus.
 */
export function Tooltip({ text }: { text: string }) {
  const { probeRef, container } = useScopedPortal()
  const anchor = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useButtonEvents(anchor)
  return (
    <RadixTooltip.Provider delayDuration={DELAY_MS}>
      <RadixTooltip.Root open={isOpen} onOpenChange={setOpen}>
        <span ref={probeRef} hidden />
        <RadixTooltip.Trigger asChild>
          <span ref={anchor} className="absolute inset-0" aria-hidden="true" />
        </RadixTooltip.Trigger>
        {container && (
          <RadixTooltip.Portal container={container}>
            <RadixTooltip.Content
              sideOffset={6}
              collisionPadding={8}
              className="z-(--z-float) max-w-xs animate-fade-in rounded-md bg-ink px-2.5 py-1.5 text-canvas text-sm shadow-lift"
            >
              {text}
            </RadixTooltip.Content>
          </RadixTooltip.Portal>
        )}
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  )
}

/** Opens and closes the tooltip by the events of its button that do not reach the anchor inside it. */
function useButtonEvents(anchor: { current: HTMLSpanElement | null }) {
  const [isOpen, setOpen] = useState(false)
  const set = (open: boolean) => {
    if (isOpen && !open) closedAtMs = performance.now()
    setOpen(open)
  }
  useEffect(() => {
    const button = anchor.current?.parentElement
    if (!button) return
    // In a dialog, Escape would then close only the tooltip.
    const isInDialog = button.closest('[role=dialog]') !== null
    const openOnTab = ({ key }: KeyboardEvent) => key === 'Tab' && !isInDialog && setOpen(true)
    const close = () => setOpen(false)
    const skipDelay = ({ pointerType }: PointerEvent) => {
      const isRecent = performance.now() - closedAtMs < SKIP_DELAY_MS
      if (pointerType === 'mouse' && isRecent) setOpen(true)
    }
    button.addEventListener('keyup', openOnTab)
    button.addEventListener('blur', close)
    button.addEventListener('click', close)
    button.addEventListener('pointerenter', skipDelay)
    // This code is loaded when a button is first hovered or tabbed to, so that event is repeated.
    if (button.matches(':hover')) hover(anchor.current)
    else if (button === document.activeElement) setOpen(!isInDialog)
    return () => {
      button.removeEventListener('keyup', openOnTab)
      button.removeEventListener('blur', close)
      button.removeEventListener('click', close)
      button.removeEventListener('pointerenter', skipDelay)
    }
  }, [anchor])
  return [isOpen, set] as const
}

function hover(anchor: Element | null): void {
  anchor?.dispatchEvent(new MouseEvent('pointermove', { bubbles: true }))
}
