import { urlOf } from '@inkproof/protocol/call-url'
import { readFeed } from '@inkproof/protocol/calls/content'
import type { PostSummary } from '@inkproof/protocol/content'
import { offlineMessage } from '@inkproof/slice-parts/offline-message'
import { formatDay } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { Badge } from '@inkproof/ui/badge'
import { Card } from '@inkproof/ui/card'
import { EmptyState } from '@inkproof/ui/empty-state'
import { ErrorState } from '@inkproof/ui/error-state'
import { Page, PageHeader } from '@inkproof/ui/page'
import { Skeleton, SkeletonText } from '@inkproof/ui/skeleton'
import { Link, useSearchParams } from 'react-router-dom'
import { usePosts } from '../text/use-text.ts'

/** The list of posts, newest first; `?tag=` narrows it. */
export function Component() {
  const [params] = useSearchParams()
  const tag = params.get('tag')
  const { data, error, isError, refetch } = usePosts(tag)

  return (
    <Page width="text">
      <PageHeader
        eyebrow={t('Blog')}
        title={t('Notes on proofs')}
        lead={t('How Inkproof works, and why it works that way.')}
      />
      {data && <Tags tags={data.tags} selected={tag} />}
      {isError && (
        <ErrorState title={t('The posts could not be loaded')} onRetry={() => void refetch()}>
          {offlineMessage(error) ?? t('Check your connection, or try again in a moment.')}
        </ErrorState>
      )}
      {!(data || isError) && <PostSkeletons />}
      {data?.posts.length === 0 && (
        <EmptyState title={t('No posts with this tag')}>
          {t('Choose another tag, or select “All”.')}
        </EmptyState>
      )}
      <ol className="mt-8 space-y-4">
        {data?.posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} />
          </li>
        ))}
      </ol>
      {(data || isError) && (
        <p className="mt-10 text-ink-muted text-sm">
          <a href={urlOf(readFeed)} className="underline decoration-line-strong underline-offset-3">
            {t('Subscribe via RSS')}
          </a>
        </p>
      )}
    </Page>
  )
}

function Tags({ tags, selected }: { tags: readonly string[]; selected: string | null }) {
  return (
    <nav aria-label={t('Tags')} className="flex flex-wrap gap-2">
      {[null, ...tags].map((tag) => (
        <Link
          key={tag ?? 'all'}
          to={tag === null ? '/blog' : `/blog?tag=${tag}`}
          aria-current={tag === selected ? 'page' : undefined}
          className="inline-flex min-h-11 items-center rounded-full border border-line px-4 text-ink-muted text-sm transition-colors hover:border-line-strong hover:text-ink aria-[current=page]:border-accent-line aria-[current=page]:bg-accent-wash aria-[current=page]:text-accent-ink md:min-h-9"
        >
          {tag ?? t('All')}
        </Link>
      ))}
    </nav>
  )
}

function PostCard({ post }: { post: PostSummary }) {
  return (
    <Card asChild interactive padding="lg">
      <Link to={`/blog/${post.id}`} className="block no-underline">
        <p className="text-ink-faint text-sm">
          <time dateTime={post.publishedOn}>{formatDay(post.publishedOn)}</time>
          {' · '}
          {t('{minutes} min read', { minutes: post.readingMinutes })}
        </p>
        <h2 className="mt-2 font-medium text-2xl text-ink tracking-tighter">{post.title}</h2>
        <p className="mt-2 text-ink-muted">{post.description}</p>
        <p className="mt-4 flex flex-wrap gap-2">
          {post.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </p>
      </Link>
    </Card>
  )
}

function PostSkeletons() {
  return (
    <div role="status" aria-label={t('Loading')} className="mt-8 space-y-4">
      {['one', 'two'].map((id) => (
        <Card key={id} padding="lg">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="mt-3 h-7 w-3/4" />
          <SkeletonText lines={2} className="mt-4" />
        </Card>
      ))}
    </div>
  )
}
