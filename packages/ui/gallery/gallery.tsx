import { cx } from 'class-variance-authority'
import { useState } from 'react'
import { Logo } from '../src/logo.tsx'
import { CONTAINER, Page, PageHeader } from '../src/page.tsx'
import { SkipLink } from '../src/skip-link.tsx'
import { type Theme, ThemeToggle } from '../src/theme-toggle.tsx'
import { ToastProvider, ToastViewport } from '../src/toast.tsx'
import { ActionsSection } from './sections/actions.tsx'
import { FeedbackSection } from './sections/feedback.tsx'
import { FilesSection } from './sections/files.tsx'
import { FormsSection } from './sections/forms.tsx'
import { FoundationsSection } from './sections/foundations.tsx'
import { LayoutSection } from './sections/layout.tsx'
import { OverlaysSection } from './sections/overlays.tsx'
import { ProseSection } from './sections/prose-section.tsx'
import { VerificationSection } from './sections/verification.tsx'

/** Renders every component in every state, in one theme at a time. */
export function Gallery({ initialTheme }: { initialTheme: Theme }) {
  const [theme, setTheme] = useState(initialTheme)
  const toggle = () => {
    const nextTheme = theme === 'dark' ? 'light' : 'dark'
    document.documentElement.className = nextTheme
    setTheme(nextTheme)
  }
  return (
    <ToastProvider>
      <SkipLink />
      <header className="sticky top-0 z-(--z-header) border-line border-b bg-canvas/85 backdrop-blur-[12px]">
        <div className={cx(CONTAINER, 'flex h-15 items-center justify-between')}>
          <Logo />
          <ThemeToggle theme={theme} onToggle={toggle} />
        </div>
      </header>
      <main id="main">
        <Page>
          <PageHeader
            eyebrow="Components"
            size="display"
            title="Every component in every state"
            lead="All components on one page, in both themes and at every width."
          />
          <FoundationsSection />
          <ActionsSection />
          <FormsSection />
          <FilesSection />
          <VerificationSection />
          <FeedbackSection />
          <OverlaysSection />
          <LayoutSection />
          <ProseSection />
        </Page>
      </main>
      <ToastViewport />
    </ToastProvider>
  )
}
