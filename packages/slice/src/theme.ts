import { create } from 'zustand'
import { readStored, THEME_KEY, writeStored } from './storage.ts'

/** The two themes of the product. */
export type Theme = 'light' | 'dark'

/** The current theme; `toggle` changes it, the class on `<html>` and the stored value. */
export const useTheme = create<{ theme: Theme; toggle: () => void }>()((set, get) => ({
  theme: storedTheme(),
  toggle: () => {
    const theme = get().theme === 'dark' ? 'light' : 'dark'
    applyTheme(theme)
    set({ theme })
  },
}))

/** Dark unless light was stored: specification, section 4. */
function storedTheme(): Theme {
  return readStored(THEME_KEY) === 'light' ? 'light' : 'dark'
}

function applyTheme(theme: Theme): void {
  writeStored(THEME_KEY, theme)
  document.documentElement.classList.remove('light', 'dark')
  document.documentElement.classList.add(theme)
}
