import { readFeed } from '@inkproof/protocol/calls/content'
import type { PostSummary } from '@inkproof/protocol/content'
import { escapeHtml } from '@inkproof/texts/escape-html'

/**
 * Renders the blog as RSS 2.0 (https://www.rssboard.org/rss-specification). `origin` has no
 * trailing slash.
 */
export function rssFeed(origin: string, posts: readonly PostSummary[]): string {
  const items = posts.map((post) => rssItem(origin, post)).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>Inkproof</title>
<link>${escapeHtml(origin)}/blog</link>
<atom:link href="${escapeHtml(origin)}${readFeed.path}" rel="self" type="application/rss+xml"/>
<description>Notes on proofs that anyone can verify.</description>
<language>en</language>
${items}</channel></rss>
`
}

function rssItem(origin: string, post: PostSummary): string {
  const link = `${escapeHtml(origin)}/blog/${post.id}`
  const categories = post.tags.map((tag) => `<category>${escapeHtml(tag)}</category>`).join('')
  return `<item><title>${escapeHtml(post.title)}</title><link>${link}</link><guid>${link}</guid>
<pubDate>${new Date(`${post.publishedOn}T00:00:00Z`).toUTCString()}</pubDate>
<description>${escapeHtml(post.description)}</description>${categories}</item>
`
}
