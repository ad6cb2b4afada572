import type { Post, PostSummary } from '@inkproof/protocol/content'
import { RequestError, useTitle } from '@inkproof/slice'
import { ErrorState } from '@inkproof/ui/error-state'
import { TextLink } from '@inkproof/ui/link'
import { Page, PageHeader } from '@inkproof/ui/page'
import { Link, useParams } from 'react-router-dom'
import { Article } from '../text/article.tsx'
import { longDay } from '../text/day.ts'
import { TextSkeleton } from '../text/text-skeleton.tsx'
import { usePost } from '../text/use-text.ts'

/** One post. */
export function Component() {
  const { id = '' } = useParams()
  const { data: post, error, refetch } = usePost(id)
  if (post) return <PostText post={post} />
  if (error instanceof RequestError && error.status === 404) return <NoSuchPost />
  return (
    <Page width="text">
      {error ? (
        <ErrorState title="This post cannot be read right now" onRetry={() => void refetch()}>
          Check your connection; the other pages go on working.
        </ErrorState>
      ) : (
        <TextSkeleton />
      )}
    </Page>
  )
}

function PostText({ post }: { post: Post }) {
  useTitle(post.title)
  return (
    <Page width="text">
      <PageHeader
        eyebrow={
          <>
            <time dateTime={post.publishedOn}>{longDay(post.publishedOn)}</time>
            {` · ${post.readingMinutes} min read`}
          </>
        }
        title={post.title}
        lead={post.description}
      />
      <Article html={post.html} />
      <nav
        aria-label="Other posts"
        className="mt-16 grid gap-6 border-line border-t pt-8 sm:grid-cols-2"
      >
        <Neighbour label="Newer" post={post.newer} />
        <Neighbour label="Older" post={post.older} />
      </nav>
      <p className="mt-8">
        <TextLink asChild>
          <Link to="/blog">All posts</Link>
        </TextLink>
      </p>
    </Page>
  )
}

function Neighbour({ label, post }: { label: string; post: PostSummary | null }) {
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

function NoSuchPost() {
  useTitle('No such post')
  return (
    <Page width="text">
      <PageHeader title="There is no such post" lead="Its address may have changed." />
      <TextLink asChild>
        <Link to="/blog">All posts</Link>
      </TextLink>
    </Page>
  )
}
