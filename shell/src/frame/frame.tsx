import { SkipLink } from '@inkproof/ui/skip-link'
import {
  type Location,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useOutlet,
} from 'react-router-dom'
import { FirstScreen } from '../first-screen/take-over.tsx'
import { AuthDialogSlot } from './auth-dialog-slot.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Loading } from './loading.tsx'
import { Toaster } from './toaster.tsx'
import { useDelayed } from './use-delayed.ts'
import { usePageFocus } from './use-page-focus.ts'
import { usePageTitle } from './use-page-title.ts'

/** The frame of every page: header, footer, notifications and the outlet for pages. */
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
        {isWaiting && <Loading />}
        {page === null && <FirstScreen part="page" fallback={<Loading />} />}
        {/** Stays mounted while the next page loads, so that no input is lost if loading fails. */}
        <div hidden={isWaiting}>{page}</div>
      </main>
      <Footer />
      <AuthDialogSlot />
      <Toaster />
      <ScrollRestoration getKey={getScrollKey} />
    </>
  )
}

/** Initial pages share the router's key `default`, so each gets its path as key for its own scroll position. */
function getScrollKey({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key
}

/** Whether another page has been loading long enough to show a placeholder. */
function useIsWaiting(): boolean {
  const { location: next } = useNavigation()
  const current = useLocation()
  return useDelayed(next !== undefined && next.pathname !== current.pathname)
}
