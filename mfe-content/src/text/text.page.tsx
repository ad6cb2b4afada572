import type { ContentPage } from '@inkproof/protocol/content'
import { Included, RetainedFirstScreen, useFirstScreen } from '@inkproof/slice-parts/first-screen'
import { offlineMessage } from '@inkproof/slice-parts/offline-message'
import { formatDay } from '@inkproof/texts/format-date-time'
import { rich } from '@inkproof/texts/rich'
import { pageTexts, t } from '@inkproof/texts/text'
import { ErrorState } from '@inkproof/ui/error-state'
import { Page, PageHeader } from '@inkproof/ui/page'
import { Prose } from '@inkproof/ui/prose'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { SearchBox } from '../search/search-box.tsx'
import { Article } from './article.tsx'
import { Contents } from './contents.tsx'
import { PAGES } from './pages.ts'
import { LeadSkeleton, TextSkeleton } from './text-skeleton.tsx'
import { usePageText } from './use-text.ts'

/** A page whose text the content service provides under the page’s path. */
export function Component() {
  const { pathname } = useLocation()
  const path = pathname.replace(/\/$/, '')
  return <TextPage path={path}>{pageAt(path)?.hasSearch ? <SearchBox /> : null}</TextPage>
}

/** What the page shows before any script has run: the gateway includes the beginning of the text. */
export function FirstScreen() {
  const { pathname } = useLocation()
  const { title = '', hasSearch } = pageAt(pathname) ?? {}
  const beginnings = `/beginnings${pathname}`
  return (
    <Page width="wide">
      <PageHeader
        title={pageTexts.translate(title)}
        lead={<Included address={`${beginnings}/description`} fallback={<LeadSkeleton />} />}
      />
      {hasSearch && <SearchBox />}
      <div className="gap-16 lg:grid lg:grid-cols-[minmax(0,1fr)_14rem]">
        <div className="min-w-0">
          <Prose>
            <Included address={`${beginnings}/sections`} fallback={<TextSkeleton />} />
          </Prose>
        </div>
      </div>
    </Page>
  )
}

type TextPageProps = { path: string; children?: ReactNode; after?: ReactNode }

/** An article with its table of contents. `children` are placed above the article, `after` below it. */
export function TextPage({ path, children, after }: TextPageProps) {
  const { data: page, error, isError, isFetching, refetch } = usePageText(path.slice(1))
  const firstScreen = useFirstScreen()
  if (firstScreen !== null && !(page || isError))
    return <RetainedFirstScreen element={firstScreen} />
  const lead = page?.description ?? <LeadSkeleton />
  return (
    <Page width="wide">
      <PageHeader
        title={pageTexts.translate(pageAt(path)?.title ?? '')}
        lead={isError ? undefined : lead}
      />
      {isError && (
        <ErrorState
          title={t('This page could not be loaded')}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {offlineMessage(error) ?? t('Check your connection, or try again in a moment.')}
        </ErrorState>
      )}
      {!(page || isError) && <TextSkeleton />}
      {page && children}
      {page && <Text page={page} />}
      {page && after}
    </Page>
  )
}

function pageAt(path: string) {
  return PAGES.find((page) => page.path === path)
}

function Text({ page }: { page: ContentPage }) {
  return (
    <div className="gap-16 lg:grid lg:grid-cols-[minmax(0,1fr)_14rem]">
      <div className="min-w-0">
        <Article html={page.html} />
        <p className="mt-12 text-ink-faint text-sm">
          {rich('Last updated on {updatedOn}', {
            updatedOn: <time dateTime={page.updatedOn}>{formatDay(page.updatedOn)}</time>,
          })}
        </p>
      </div>
      <Contents headings={page.headings} />
    </div>
  )
}
