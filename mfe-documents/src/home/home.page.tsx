import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Page } from '@inkproof/ui/page'
import { Link } from 'react-router-dom'
import { FileDropPanel } from './file-drop-panel.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { LiveNumbers } from './live-numbers.tsx'

export function Component() {
  return (
    <Page width="full">
      <Top />
      <HowItWorks />
    </Page>
  )
}

/** What the page shows before any script has run. */
export function FirstScreen() {
  return (
    <Page width="full">
      <Top />
    </Page>
  )
}

function Top() {
  return (
    <>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:items-center lg:gap-16">
        <Hero />
        <FileDropPanel />
      </div>
      <LiveNumbers />
    </>
  )
}

function Hero() {
  return (
    <header className="max-w-lg">
      <h1 className="font-medium text-4xl text-ink leading-tight tracking-tightest md:text-5xl lg:text-6xl lg:leading-none">
        {t('Proof that your document existed. Unchanged.')}
      </h1>
      <p className="mt-6 text-ink-muted text-lg md:text-xl">
        {t(
          'Inkproof proves that a document existed in exactly this form by a certain time, without the document ever leaving your device.',
        )}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button asChild variant="primary" size="lg">
          <Link to="/certify">{t('Certify a document')}</Link>
        </Button>
        <Button asChild size="lg">
          <Link to="/verify">{t('Verify a document')}</Link>
        </Button>
      </div>
    </header>
  )
}
