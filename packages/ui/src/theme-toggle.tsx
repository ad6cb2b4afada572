import { t } from '@inkproof/texts/text'
import { Moon, Sun } from 'lucide-react'
import { IconButton } from './icon-button.tsx'

export type Theme = 'light' | 'dark'

export type ThemeToggleProps = { theme: Theme; onToggle: () => void }

/** A button that switches to the other theme. The shell stores and applies the choice. */
export function ThemeToggle({ theme, onToggle }: ThemeToggleProps) {
  return (
    <IconButton
      label={theme === 'dark' ? t('Switch to light theme') : t('Switch to dark theme')}
      onClick={onToggle}
    >
      {theme === 'dark' ? <Sun /> : <Moon />}
    </IconButton>
  )
}
