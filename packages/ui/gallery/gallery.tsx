import { useState } from 'react'
import { Logo } from '../src/logo.tsx'
import { Page, PageHeader } from '../src/page.tsx'
import { SkipLink } from '../src/skip-link.tsx'
import { type Theme, ThemeToggle } from '../src/theme-toggle.tsx'
import { ToastProvider, ToastViewport } from '../src/toast.tsx'
import { TooltipProvider } from '../src/tooltip.tsx'
import { ActingSection } from './sections/acting.tsx'
import { ArrangingSection } from './sections/arranging.tsx'
import { AskingSection } from './sections/asking.tsx'
import { FilesSection } from './sections/files.tsx'
import { FloatingSection } from './sections/floating.tsx'
import { FoundationsSection } from './sections/foundations.tsx'
import { ProvingSection } from './sections/proving.tsx'
import { SayingSection } from './sections/saying.tsx'
import { WritingSection } from './sections/writing.tsx'

/** Renders every component in every state, in one theme at a time. */
export function Gallery({ initialTheme }: { initialTheme: Theme }) {
  const [theme, setTheme] = useState(initialTheme)
  const toggle = () => {
    const other = theme === 'dark' ? 'light' : 'dark'
    document.documentElement.className = other
    setTheme(other)
  }
  return (
    <TooltipProvider>
      <ToastProvider>
        <SkipLink />
        <header className="sticky top-0 z-(--z-header) border-line border-b bg-canvas/85 backdrop-blur-[12px]">
          <div className="mx-auto flex h-15 max-w-2xl items-center justify-between px-4 sm:px-6 lg:px-8">
            <Logo />
            <ThemeToggle theme={theme} onToggle={toggle} />
          </div>
        </header>
        <main id="main">
          <Page>
            <PageHeader
              eyebrow="Components"
              size="display"
              title="Every mark, in every state."
              lead="The whole of the interface on one sheet, to be looked at in both themes and on a phone."
            />
            <FoundationsSection />
            <ActingSection />
            <AskingSection />
            <FilesSection />
            <ProvingSection />
            <SayingSection />
            <FloatingSection />
            <ArrangingSection />
            <WritingSection />
          </Page>
        </main>
        <ToastViewport />
      </ToastProvider>
    </TooltipProvider>
  )
}
