import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { omitUndefined } from './omit-undefined.ts'

export type Tab = { id: string; label: ReactNode; content: ReactNode; disabled?: boolean }

export type TabsProps = {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly Tab[]
  value?: string | undefined
  defaultValue?: string | undefined
  onValueChange?: ((id: string) => void) | undefined
}

/** Tabs. The arrow keys move focus and select a tab. */
export function Tabs({ label, tabs, defaultValue, ...state }: TabsProps) {
  const initial = defaultValue ?? tabs[0]?.id
  return (
    <RadixTabs.Root
      {...omitUndefined(state)}
      {...(state.value === undefined && initial ? { defaultValue: initial } : {})}
    >
      <RadixTabs.List
        aria-label={label}
        className="flex gap-6 overflow-x-auto border-line border-b [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.id}
            value={tab.id}
            {...(tab.disabled && { disabled: true })}
            className="relative min-h-11 shrink-0 rounded-xs font-medium text-ink-muted transition-colors after:absolute after:inset-x-0 after:bottom-0 after:h-px after:bg-transparent after:transition-colors hover:text-ink focus-visible:-outline-offset-2 disabled:pointer-events-none disabled:opacity-45 data-[state=active]:text-ink data-[state=active]:after:bg-accent-ink"
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.id} value={tab.id} className="rounded-xs pt-6">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
