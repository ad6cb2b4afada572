import { Moon, Sun } from 'lucide-react'
import { IconButton } from './icon-button.tsx'

export type Theme = 'light' | 'dark'

export type ThemeToggleProps = { theme: Theme; onToggle: () => void }

/** The other theme, one press away. The shell keeps and applies the choice. */
export function ThemeToggle({ theme, onToggle }: ThemeToggleProps) {
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton label={`Switch to ${other} theme`} onClick={onToggle}>
      {theme === 'dark' ? <Sun /> : <Moon />}
    </IconButton>
  )
}
