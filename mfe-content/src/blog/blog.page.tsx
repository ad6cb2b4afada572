import { urlOf } from '@inkproof/protocol/call-url'
import { readFeed } from '@inkproof/protocol/calls/content'
import type { PostSummary } from '@inkproof/protocol/content'
import { Included, RetainedFirstScreen, useFirstScreen } from '@inkproof/slice-parts/first-screen'
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
  const firstScreen = useFirstScreen()
  if (firstScreen !== null && !(data || isError))
    return <RetainedFirstScreen element={firstScreen} />

  return (
    <Page width="text">
      <BlogHeader />
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

/** What the page shows before any script has run: the gateway includes the tags and the newest posts. */
export function FirstScreen() {
  return (
    <Page width="text">
      <BlogHeader />
      <div className={`${TAG_STYLES} ${POST_STYLES}`}>
        <Included address="/beginnings/posts" fallback={<PostSkeletons />} />
      </div>
    </Page>
  )
}

/** The included elements have no classes; these styles are those of {@link Tags}, {@link PostCard} and their parts. */
const TAG_STYLES =
  '[&>nav]:flex [&>nav]:flex-wrap [&>nav]:gap-2 [&>nav>a]:inline-flex [&>nav>a]:min-h-11 [&>nav>a]:items-center [&>nav>a]:rounded-full [&>nav>a]:border [&>nav>a]:border-line [&>nav>a]:px-4 [&>nav>a]:text-ink-muted [&>nav>a]:text-sm md:[&>nav>a]:min-h-9 [&>nav>a[aria-current]]:border-accent-line [&>nav>a[aria-current]]:bg-accent-wash [&>nav>a[aria-current]]:text-accent-ink'
const POST_STYLES =
  '[&>ol]:mt-8 [&>ol]:space-y-4 [&_li>a]:block [&_li>a]:rounded-xl [&_li>a]:border [&_li>a]:border-line [&_li>a]:bg-surface [&_li>a]:p-6 [&_li>a]:no-underline [&_li>a]:shadow-sheet md:[&_li>a]:p-8 [&_li_h2]:mt-2 [&_li_h2]:font-medium [&_li_h2]:text-2xl [&_li_h2]:text-ink [&_li_h2]:tracking-tighter [&_li_p]:mt-2 [&_li_p]:text-ink-muted [&_li_p:first-child]:mt-0 [&_li_p:first-child]:text-ink-faint [&_li_p:first-child]:text-sm [&_li_p:last-child]:mt-4 [&_li_p:last-child]:flex [&_li_p:last-child]:flex-wrap [&_li_p:last-child]:gap-2 [&_li_span]:rounded-sm [&_li_span]:border [&_li_span]:border-line [&_li_span]:bg-hover [&_li_span]:px-1.75 [&_li_span]:py-px [&_li_span]:font-medium [&_li_span]:text-ink-muted [&_li_span]:text-xs'

function BlogHeader() {
  return (
    <PageHeader
      eyebrow={t('Blog')}
      title={t('Notes on proofs')}
      lead={t('How Inkproof works, and why it works that way.')}
    />
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
