import { Slot, useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { useMatches } from 'react-router-dom'
import { FirstScreen } from '../first-screen/take-over.tsx'

type Handle = { needsNoAccount?: boolean } | undefined

/**
 * Renders the auth slice's user menu. Until it has loaded, the menu of the first screen or a disabled Loading button is
 * shown. Guests do not see it on pages whose `handle.needsNoAccount` is true: a button to sign in would look like the next
 * step.
 */
export function UserMenuSlot() {
  const needsNoAccount = useMatches().some(({ handle }) => (handle as Handle)?.needsNoAccount)
  const isGuest = useSession(({ status }) => status === 'signed-out')
  if (needsNoAccount && isGuest) return null
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
