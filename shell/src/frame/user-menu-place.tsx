import { Place } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'

/** Where the auth slice shows who is here. A disabled Loading button stands in until it has come. */
export function UserMenuPlace() {
  return (
    <Place
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
