import { useState } from 'react'

/** The list of suggestions of a combobox. `close` and `move` return whether they have an effect. */
export type Suggestions<Option> = {
  isOpen: boolean
  /** The option that Enter chooses. */
  active: Option | undefined
  /** Opens the list as soon as there are options; none is active. */
  open(): void
  close(): boolean
  /** Opens the list, and makes the next (1) or the previous (-1) option active; the first one follows the last one. */
  move(by: 1 | -1): boolean
}

/** Whether the list is wanted, and which option is active. An option that disappears is no longer active. */
export function useSuggestions<Option extends { id: string }>(
  options: readonly Option[],
): Suggestions<Option> {
  const [isWanted, setWanted] = useState(false)
  const [activeId, setActiveId] = useState<string | null>(null)
  const isOpen = isWanted && options.length > 0
  const index = isOpen ? options.findIndex(({ id }) => id === activeId) : -1
  return {
    isOpen,
    active: options[index],
    open: () => {
      setWanted(true)
      setActiveId(null)
    },
    close: () => {
      setWanted(false)
      return isOpen
    },
    move: (by) => {
      const from = index < 0 && by < 0 ? options.length : index
      const next = options[(from + by + options.length) % options.length]
      if (next === undefined) return false
      setWanted(true)
      setActiveId(next.id)
      return true
    },
  }
}
