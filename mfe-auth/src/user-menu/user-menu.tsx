import { openAuth, useSession } from '@inkproof/slice'
import { Button } from '@inkproof/ui/button'
import { lazy, Suspense } from 'react'

/** Fetched only for people who are signed in: visitors of the home page do without it. */
const AccountMenu = lazy(() =>
  import('./account-menu.tsx').then(({ AccountMenu }) => ({ default: AccountMenu })),
)

/** Who is here: Loading, Sign In, or the account's menu. */
export function UserMenu() {
  const session = useSession()
  if (session.status === 'loading') return <Loading />
  if (session.status === 'signed-out') {
    return (
      <Button size="sm" variant="primary" onClick={() => void openAuth()}>
        Sign In
      </Button>
    )
  }
  return (
    <Suspense fallback={<Loading />}>
      <AccountMenu user={session.user} />
    </Suspense>
  )
}

export { UserMenu as Component }

function Loading() {
  return (
    <Button size="sm" disabled>
      Loading
    </Button>
  )
}
