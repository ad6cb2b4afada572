import { create } from 'zustand'

export const ADVANCED_ID = 'advanced-settings'

/** Whether the advanced settings are open; they stay closed until the user opens them. */
export const useAdvanced = create<{ isOpen: boolean }>()(() => ({ isOpen: false }))

export function setAdvancedOpen(isOpen: boolean): void {
  useAdvanced.setState({ isOpen })
}

/** Opens the advanced settings and moves focus there: they are at the end of the page. */
export function openAdvanced(): void {
  setAdvancedOpen(true)
  const section = document.getElementById(ADVANCED_ID)
  section?.scrollIntoView?.({ block: 'start' })
  section?.focus({ preventScroll: true })
}
