import { useTitle } from '@inkproof/slice'
import { rich } from '@inkproof/texts/rich'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { LogoMark } from '@inkproof/ui/logo'
import { Eyebrow, Page } from '@inkproof/ui/page'
import { Link, useLocation } from 'react-router-dom'

/** The page for unknown URLs. */
export function NotFound() {
  const { pathname } = useLocation()
  useTitle(t('Page not found'))
  return (
    <Page width="wide">
      <div className="relative py-10 md:py-20">
        <LogoMark
          size={420}
          className="pointer-events-none absolute top-0 right-0 opacity-[0.06] max-lg:hidden"
        />
        <Eyebrow>404</Eyebrow>
        <h1 className="mt-4 font-medium text-4xl text-ink tracking-tighter md:text-5xl">
          {t('Page not found')}
        </h1>
        <p className="mt-5 max-w-md text-ink-muted text-lg">
          {rich('There is no page at {pathname}. Check the address. The page may have moved.', {
            pathname: <span className="break-all font-mono text-base">{pathname}</span>,
          })}
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button asChild variant="primary" size="lg">
            <Link to="/">{t('Go to the home page')}</Link>
          </Button>
          <Button asChild size="lg">
            <Link to="/verify">{t('Verify a document')}</Link>
          </Button>
        </div>
      </div>
    </Page>
  )
}
