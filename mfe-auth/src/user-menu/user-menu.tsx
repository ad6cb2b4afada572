import { openAuth, useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useProviderReturn } from '../providers/use-provider-return.ts'

/** Loaded only for signed-in people, so that visitors of the home page do not need it. */
const AccountMenu = lazy(() =>
  import('./account-menu.tsx').then(({ AccountMenu }) => ({ default: AccountMenu })),
)

/** The user menu's states: Loading, Sign In, or the account's menu. */
export function UserMenu() {
  const session = useSession()
  useProviderReturn()
  const [hasJustCome, setHasJustCome] = useState(false)
  useEffect(() => {
    // A person who signs in again elsewhere on the page keeps their focus.
    if (session.status === 'signed-out') return undefined
    return () => setHasJustCome(false)
  }, [session.status])
  if (session.status === 'loading') return <Loading />
  if (session.status === 'signed-out') {
    return (
      <Button
        size="sm"
        variant="primary"
        onClick={async () => {
          setHasJustCome(false)
          setHasJustCome(await openAuth())
        }}
      >
        {t('Sign In')}
      </Button>
    )
  }
  return (
    <Suspense fallback={<Loading />}>
      <AccountMenu user={session.user} takesFocus={hasJustCome} />
    </Suspense>
  )
}

export { UserMenu as Component }

function Loading() {
  return (
    <Button size="sm" disabled>
      {t('Loading')}
    </Button>
  )
}
