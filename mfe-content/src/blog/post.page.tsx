import type { Post, PostSummary } from '@inkproof/protocol/content'
import { RequestError, useTitle } from '@inkproof/slice'
import { offlineMessage } from '@inkproof/slice-parts/offline-message'
import { formatDay } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { ErrorState } from '@inkproof/ui/error-state'
import { TextLink } from '@inkproof/ui/link'
import { Page, PageHeader } from '@inkproof/ui/page'
import { Skeleton } from '@inkproof/ui/skeleton'
import { Link, useParams } from 'react-router-dom'
import { Article } from '../text/article.tsx'
import { LeadSkeleton, TextSkeleton } from '../text/text-skeleton.tsx'
import { usePost } from '../text/use-text.ts'

/** One post. Its heading stays the same element while loading, so that the heading does not lose focus. */
export function Component() {
  const { id = '' } = useParams()
  const { data: post, error, isFetching, refetch } = usePost(id)
  if (error instanceof RequestError && error.status === 404) return <PostNotFound />
  return (
    <Page width="text">
      {error ? (
        <PageHeader eyebrow={t('Blog')} title={t('This post could not be loaded')} />
      ) : (
        <PostHeader post={post} />
      )}
      {error && (
        <ErrorState
          title={t('The blog is unavailable right now')}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {offlineMessage(error) ?? t('Check your connection, or try again in a moment.')}
        </ErrorState>
      )}
      {!(post || error) && <TextSkeleton />}
      {post && <PostText post={post} />}
    </Page>
  )
}

function PostHeader({ post }: { post: Post | undefined }) {
  if (post === undefined) {
    return <PageHeader eyebrow={t('Blog')} title={<TitleSkeleton />} lead={<LeadSkeleton />} />
  }
  return (
    <PageHeader eyebrow={<PostDate post={post} />} title={post.title} lead={post.description} />
  )
}

function PostDate({ post }: { post: Post }) {
  return (
    <>
      <time dateTime={post.publishedOn}>{formatDay(post.publishedOn)}</time>
      {' · '}
      {t('{minutes} min read', { minutes: post.readingMinutes })}
    </>
  )
}

function TitleSkeleton() {
  return (
    <>
      <span className="sr-only">{t('Loading the post')}</span>
      <Skeleton className="h-[1.2em] w-lg max-w-full" />
    </>
  )
}

function PostText({ post }: { post: Post }) {
  useTitle(post.title)
  return (
    <>
      <Article html={post.html} />
      <nav
        aria-label={t('Other posts')}
        className="mt-16 grid gap-6 border-line border-t pt-8 sm:grid-cols-2"
      >
        <AdjacentPost label={t('Newer')} post={post.newer} />
        <AdjacentPost label={t('Older')} post={post.older} />
      </nav>
      <p className="mt-8">
        <TextLink asChild>
          <Link to="/blog">{t('All posts')}</Link>
        </TextLink>
      </p>
    </>
  )
}

function AdjacentPost({ label, post }: { label: string; post: PostSummary | null }) {
  if (post === null) return <span />
  return (
    <p>
      <span className="block text-ink-faint text-sm">{label}</span>
      <TextLink asChild>
        <Link to={`/blog/${post.id}`}>{post.title}</Link>
      </TextLink>
    </p>
  )
}

function PostNotFound() {
  useTitle(t('Post not found'))
  return (
    <Page width="text">
      <PageHeader
        eyebrow={t('Blog')}
        title={t('Post not found')}
        lead={t('Its address may have changed.')}
        actions={
          <Button asChild>
            <Link to="/blog">{t('All posts')}</Link>
          </Button>
        }
      />
    </Page>
  )
}
