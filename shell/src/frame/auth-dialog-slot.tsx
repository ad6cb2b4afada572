import { closeAuth, Slot, useAuthDialog } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Spinner } from '@inkproof/ui/spinner'
import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

/** Renders the auth slice's dialog, whose code is loaded on demand. */
export function AuthDialogSlot() {
  useCloseOnLeave()
  const isOpen = useAuthDialog((dialog) => dialog.open)
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Slot
      name="auth-dialog"
      fallback={isOpen ? <LoadingOverlay /> : null}
      failed={(retry) => (isOpen ? <UnavailableNotice onRetry={retry} /> : null)}
    />
  )
}

/**
 * Closes the dialog when the user leaves the page, for example with the browser's Back button. As a layout effect
 * it runs before effects, in which the next page may open the dialog again.
 */
function useCloseOnLeave(): void {
  const { pathname } = useLocation()
  const previousPathname = useRef(pathname)
  useLayoutEffect(() => {
    if (previousPathname.current === pathname) return
    previousPathname.current = pathname
    closeAuth()
  }, [pathname])
}

function LoadingOverlay() {
  return (
    <div className="fixed inset-0 z-(--z-overlay) grid animate-fade-in place-items-center bg-scrim">
      <div className="rounded-xl border border-line bg-surface p-6 shadow-float">
        <Spinner size={20} label={t('Loading')} />
      </div>
    </div>
  )
}

function UnavailableNotice({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="fixed inset-x-0 top-20 z-(--z-overlay) mx-auto w-full max-w-md animate-rise-in px-4">
      <Alert
        tone="danger"
        title={t('Sign-in is unavailable right now')}
        className="shadow-float"
        actions={
          <>
            <Button size="sm" variant="primary" onClick={onRetry}>
              {t('Try again')}
            </Button>
            <Button size="sm" variant="ghost" onClick={closeAuth}>
              {t('Close')}
            </Button>
          </>
        }
      >
        {navigator.onLine
          ? t('Sign-in could not be loaded. Anything you’ve entered on this page is kept.')
          : t('You are offline. Anything you’ve entered on this page is kept.')}
      </Alert>
    </div>
  )
}
