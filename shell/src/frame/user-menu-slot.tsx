import { Slot } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { FirstScreen } from '../first-screen/take-over.tsx'

/**
 * Renders the auth slice's user menu. Until it has loaded, the menu of the first screen or a disabled Loading button is
 * shown.
 */
export function UserMenuSlot() {
  return (
    <Slot
      name="user-menu"
      fallback={<FirstScreen part="menu" fallback={<LoadingMenu />} />}
      failed={(retry) => (
        <p role="alert" className="flex items-center gap-2 text-ink-muted text-sm">
          <span className="max-md:sr-only">{t('Sign-in is unavailable')}</span>
          <Button size="sm" onClick={retry} title={t('Sign-in is unavailable. Try again.')}>
            {t('Try again')}
          </Button>
        </p>
      )}
    />
  )
}

export function LoadingMenu() {
  return (
    <Button size="sm" disabled>
      {t('Loading')}
    </Button>
  )
}
