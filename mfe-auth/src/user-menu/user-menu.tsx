import { openAuth, useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useProviderReturn } from '../providers/use-provider-return.ts'

/** Loaded only for signed-in users, so that visitors of the home page do not download it. */
const AccountMenu = lazy(() =>
  import('./account-menu.tsx').then(({ AccountMenu }) => ({ default: AccountMenu })),
)

/** The user menu's states: Loading, Sign In, or the account's menu. */
export function UserMenu() {
  const session = useSession()
  useProviderReturn()
  const [hasJustSignedIn, setHasJustSignedIn] = useState(false)
  useEffect(() => {
    // After signing out, a user who signs in elsewhere on the page keeps focus there.
    if (session.status === 'signed-out') return undefined
    return () => setHasJustSignedIn(false)
  }, [session.status])
  if (session.status === 'loading') return <Loading />
  if (session.status === 'signed-out') {
    return (
      <Button
        size="sm"
        variant="primary"
        onClick={async () => {
          setHasJustSignedIn(false)
          setHasJustSignedIn(await openAuth())
        }}
      >
        {t('Sign In')}
      </Button>
    )
  }
  return (
    <Suspense fallback={<Loading />}>
      <AccountMenu user={session.user} shouldFocus={hasJustSignedIn} />
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
