import { reloadPage } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { TextLink } from '@inkproof/ui/link'
import { Page } from '@inkproof/ui/page'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { TimeoutError } from './with-timeout.ts'

export type SliceFailureProps = {
  sliceId?: string
  error: unknown
  /** Number of retries so far. After two, the next retry saves the drafts and reloads the page. */
  retryCount: number
  onRetry: () => Promise<void>
}

/** Replaces a page that cannot be shown, and explains what happened and what to do. */
export function SliceFailure({ error, retryCount, onRetry }: SliceFailureProps) {
  const [isBusy, setIsBusy] = useState(false)

  async function retry() {
    setIsBusy(true)
    await (retryCount > 1 ? reloadPage() : onRetry())
    setIsBusy(false)
  }
  return (
    <Page width="narrow">
      <div
        role="alert"
        className="rounded-2xl border border-danger-line bg-surface p-6 shadow-sheet md:p-8"
      >
        <h1 className="font-medium text-2xl text-ink tracking-tighter">
          {t('This page is unavailable right now')}
        </h1>
        <p className="mt-3 text-ink-muted">{describe(error)}</p>
        <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button variant="primary" busy={isBusy} onClick={retry}>
            {t('Try again')}
          </Button>
          <TextLink asChild tone="quiet">
            <Link to="/auth-status">{t('Check Status')}</Link>
          </TextLink>
        </div>
        <details className="mt-6 text-ink-faint text-sm">
          <summary>{t('What went wrong')}</summary>
          <p className="mt-2 break-words font-mono text-xs">{formatDetails(error)}</p>
        </details>
      </div>
    </Page>
  )
}

function describe(error: unknown): string {
  if (!navigator.onLine) return t('You are offline. Connect to the internet and try again.')
  // The message from the data client if it cannot be created (slice-kit, shared/query.mjs; specification, section 2).
  if (error instanceof Error && error.message === 'Failed to initialize application.') {
    return `${t('Failed to initialize application.')} ${t('Try again, or reload the page.')}`
  }
  if (error === null || error === undefined)
    return t('The list of pages could not be loaded. Check your connection and try again.')
  const reason =
    error instanceof TimeoutError
      ? t('It did not respond in time.')
      : t('Its files could not be loaded, or it stopped working.')
  return t('{reason} The rest of Inkproof works as usual.', { reason })
}

function formatDetails(error: unknown): string {
  if (error === null || error === undefined)
    return t('The list of available pages could not be loaded.')
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 400)
}
