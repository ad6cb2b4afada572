import { reloadPage } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { LogoMark } from '@inkproof/ui/logo'

/** Replaces the whole page if the frame itself failed. It does not use the router, which may be the cause. */
export function ErrorScreen() {
  return (
    <main className="relative grid min-h-dvh place-items-center overflow-hidden px-4">
      <LogoMark
        size={640}
        className="pointer-events-none absolute -right-40 -bottom-56 opacity-[0.05]"
      />
      <div role="alert" className="w-full max-w-md">
        <h1 className="font-medium text-4xl text-ink tracking-tighter">
          {t('Something went wrong')}
        </h1>
        <p className="mt-4 text-ink-muted text-lg">
          {t(
            'An unexpected error stopped the page. It may come from the authentication configuration. Your drafts are saved.',
          )}
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button variant="primary" size="lg" onClick={() => reloadPage()}>
            {t('Refresh Application')}
          </Button>
          <Button size="lg" onClick={() => location.assign('/auth-status')}>
            {t('Check Status')}
          </Button>
        </div>
      </div>
    </main>
  )
}
