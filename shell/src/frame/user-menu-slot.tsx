import { Slot } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'

/** Renders the auth slice's user menu. A disabled Loading button is shown until it has loaded. */
export function UserMenuSlot() {
  return (
    <Slot
      name="user-menu"
      fallback={
        <Button size="sm" disabled>
          {t('Loading')}
        </Button>
      }
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
