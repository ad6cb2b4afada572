import { useTheme } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Logo } from '@inkproof/ui/logo'
import { CONTAINER } from '@inkproof/ui/page'
import { ThemeToggle } from '@inkproof/ui/theme-toggle'
import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { MobileMenu } from './mobile-menu.tsx'
import { NavLinks } from './nav-links.tsx'
import { UserMenuSlot } from './user-menu-slot.tsx'

/** The bar at the top of every page. */
export function Header() {
  const { theme, toggle } = useTheme()
  return (
    <HeaderBar
      themeToggle={<ThemeToggle theme={theme} onToggle={toggle} />}
      userMenu={<UserMenuSlot />}
    />
  )
}

type HeaderBarProps = { themeToggle: ReactNode; userMenu: ReactNode }

/** The header without the state of the visitor. */
export function HeaderBar({ themeToggle, userMenu }: HeaderBarProps) {
  return (
    <header className="sticky top-0 z-(--z-header) border-line border-b bg-canvas">
      <div className={cx(CONTAINER, 'flex h-16 items-center gap-2')}>
        <Link to="/" className="flex min-h-11 items-center rounded-sm no-underline md:mr-3">
          <Logo />
        </Link>
        <nav aria-label={t('Main')} className="hidden flex-1 xl:block">
          <NavLinks layout="row" />
        </nav>
        <div className="ml-auto flex items-center gap-0.5 md:gap-1.5">
          {themeToggle}
          {userMenu}
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}
