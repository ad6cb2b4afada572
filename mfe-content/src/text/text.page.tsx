import type { ContentPage } from '@inkproof/protocol/content'
import { ErrorState } from '@inkproof/ui/error-state'
import { Page, PageHeader } from '@inkproof/ui/page'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { SearchBox } from '../search/search-box.tsx'
import { Article } from './article.tsx'
import { Contents } from './contents.tsx'
import { longDay } from './day.ts'
import { TextSkeleton } from './text-skeleton.tsx'
import { SEARCHABLE } from './texts.ts'
import { usePageText } from './use-text.ts'

/** A page that is a text of the content service under the same name. */
export function Component() {
  const { pathname } = useLocation()
  const path = pathname.replace(/\/$/, '')
  return (
    <TextPage slug={path.slice(1)}>{SEARCHABLE.includes(path) ? <SearchBox /> : null}</TextPage>
  )
}

/** A text with its contents beside it. `children` stand between heading and text. */
export function TextPage({
  slug,
  children,
  after,
}: {
  slug: string
  children?: ReactNode
  after?: ReactNode
}) {
  const { data: page, isError, refetch } = usePageText(slug)
  return (
    <Page width="wide">
      {isError && (
        <ErrorState title="This page cannot be read right now" onRetry={() => void refetch()}>
          Check your connection; the other pages go on working.
        </ErrorState>
      )}
      {!(page || isError) && <TextSkeleton />}
      {page && <Text page={page}>{children}</Text>}
      {page && after}
    </Page>
  )
}

function Text({ page, children }: { page: ContentPage; children: ReactNode }) {
  return (
    <>
      <PageHeader title={page.title} lead={page.description} />
      {children}
      <div className="gap-16 lg:grid lg:grid-cols-[minmax(0,1fr)_14rem]">
        <div className="min-w-0">
          <Article html={page.html} />
          <p className="mt-12 text-ink-faint text-sm">
            Last changed on <time dateTime={page.updatedOn}>{longDay(page.updatedOn)}</time>
          </p>
        </div>
        <Contents headings={page.headings} />
      </div>
    </>
  )
}
