import { t } from '@inkproof/texts/text'
import { IconButton } from '@inkproof/ui/icon-button'
import { Menu, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { NavLinks } from './nav-links.tsx'

/** The navigation for narrow screens: a sheet that opens below the header. */
export function MobileMenu() {
  const { key } = useLocation()
  // Open for one location only: any navigation closes it.
  const [openKey, setOpenKey] = useState<string | null>(null)
  const isOpen = openKey === key
  const buttonRef = useRef<HTMLButtonElement>(null)
  useEscape(isOpen, () => {
    setOpenKey(null)
    buttonRef.current?.focus()
  })

  return (
    <div className="xl:hidden">
      <IconButton
        ref={buttonRef}
        label={isOpen ? t('Close menu') : t('Open menu')}
        aria-expanded={isOpen}
        aria-controls="mobile-menu"
        onClick={() => setOpenKey(isOpen ? null : key)}
      >
        {isOpen ? <X /> : <Menu />}
      </IconButton>
      {isOpen && (
        <>
          <div
            className="fixed inset-x-0 top-16 h-dvh animate-fade-in bg-scrim"
            aria-hidden="true"
            onClick={() => setOpenKey(null)}
          />
          <nav
            id="mobile-menu"
            aria-label={t('Main')}
            className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] animate-rise-in overflow-y-auto overscroll-contain border-line border-b bg-canvas p-3 shadow-float"
          >
            <NavLinks layout="column" />
          </nav>
        </>
      )}
    </div>
  )
}

function useEscape(isActive: boolean, onEscape: () => void): void {
  const handler = useRef(onEscape)
  handler.current = onEscape
  useEffect(() => {
    if (!isActive) return
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && handler.current()
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isActive])
}
