import { SkipLink } from '@inkproof/ui/skip-link'
import { ThemeToggle } from '@inkproof/ui/theme-toggle'
import { HeaderBar } from '../frame/header.tsx'
import { Loading } from '../frame/loading.tsx'
import { LoadingMenu } from '../frame/user-menu-slot.tsx'
import { useRegistry } from '../slices/registry.ts'

/** Replaced by the release (see slice-kit). */
const MARKS = { label: '@label@', menu: '@menu@', content: '@content@' }

/** The address for which the frame is rendered: one link of the navigation leads to it. */
export const FRAME_ADDRESS = '/current'

useRegistry.setState({
  slices: [
    {
      nav: [
        { to: FRAME_ADDRESS, label: MARKS.label, order: 1 },
        { to: '/other', label: MARKS.label, order: 2 },
      ],
    } as never,
  ],
})

/**
 * The frame before any script has run, rendered when the shell is built. The release replaces its marks (see
 * slice-kit), and classes on `<html>` select what depends on the visitor (before-paint.ts).
 */
export function FirstFrame() {
  return (
    <>
      <div className="contents [.translated_&]:hidden">
        <SkipLink target="#content" />
        <HeaderBar
          themeToggle={
            <>
              <span className="contents [.light_&]:hidden">
                <ThemeToggle theme="dark" onToggle={ignore} />
              </span>
              <span className="contents [.dark_&]:hidden">
                <ThemeToggle theme="light" onToggle={ignore} />
              </span>
            </>
          }
          userMenu={
            <>
              <span className="contents [.signed-in_&]:hidden">{MARKS.menu}</span>
              <span className="hidden [.signed-in_&]:contents">
                <LoadingMenu />
              </span>
            </>
          }
        />
        <main id="content" className="min-h-dvh">
          {MARKS.content}
        </main>
      </div>
      <template id="loading">
        <Loading />
      </template>
      <template id="loading-menu">
        <LoadingMenu />
      </template>
    </>
  )
}

function ignore() {}
