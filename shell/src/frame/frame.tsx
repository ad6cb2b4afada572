import { SkipLink } from '@inkproof/ui/skip-link'
import {
  type Location,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useOutlet,
} from 'react-router-dom'
import { AuthDialogPlace } from './auth-dialog-place.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Loading } from './loading.tsx'
import { Toaster } from './toaster.tsx'
import { useDelayed } from './use-delayed.ts'
import { usePageFocus } from './use-page-focus.ts'
import { usePageTitle } from './use-page-title.ts'

/** What stands around every page: header, footer, notifications and the place where pages are shown. */
export function Frame() {
  const page = useOutlet()
  const isWaiting = useIsWaiting()
  usePageTitle()
  usePageFocus()

  return (
    <>
      <SkipLink target="#content" />
      <Header />
      <main
        id="content"
        tabIndex={-1}
        className="min-h-dvh outline-none"
        aria-busy={isWaiting || page === null}
      >
        {(isWaiting || page === null) && <Loading />}
        {/* Kept while the next page loads: should that fail, nothing typed here is lost. */}
        <div hidden={isWaiting}>{page}</div>
      </main>
      <Footer />
      <AuthDialogPlace />
      <Toaster />
      <ScrollRestoration getKey={placeOf} />
    </>
  )
}

/** The router has one key for every page that is loaded anew: each would open as far down as the last. */
function placeOf({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key
}

/** Whether another page is on its way and takes long enough to say so. */
function useIsWaiting(): boolean {
  const { location: next } = useNavigation()
  const current = useLocation()
  return useDelayed(next !== undefined && next.pathname !== current.pathname)
}
