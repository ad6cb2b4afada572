import type { PostList, PostSummary } from '@inkproof/protocol/content'
import { escapeHtml } from '@inkproof/texts/escape-html'
import { formatDay } from '@inkproof/texts/format-date-time'

/** Minimum length of the HTML, so that it fills the first screen of a desktop computer. */
const MIN_CHARS = 1500

/** Returns as many whole sections from the beginning of an article as a first screen can show. */
export function firstSections(html: string): string {
  const sections = html.split(/(?=<h2[\s>])/)
  let beginning = ''
  for (const section of sections) {
    if (beginning.length >= MIN_CHARS) break
    beginning += section
  }
  return beginning
}

/** Enough posts to fill the first screen of a desktop computer. */
const MAX_POSTS = 4

/** Returns the tags, of which `selected` is current, and the first posts of a list, as links. */
export function firstPosts({ posts, tags }: PostList, selected: string | undefined): string {
  const links = [undefined, ...tags].map((tag) => tagLink(tag, tag === selected))
  const items = posts.slice(0, MAX_POSTS).map(postItem)
  return `<nav aria-label="Tags">${links.join('')}</nav><ol>${items.join('')}</ol>`
}

function tagLink(tag: string | undefined, isCurrent: boolean): string {
  const current = isCurrent ? ' aria-current="page"' : ''
  const address = tag === undefined ? '/blog' : `/blog?tag=${encodeURIComponent(tag)}`
  return `<a href="${address}"${current}>${escapeHtml(tag ?? 'All')}</a>`
}

function postItem(post: PostSummary): string {
  const { id, title, description, publishedOn, readingMinutes } = post
  const day = `<time datetime="${escapeHtml(publishedOn)}">${formatDay(publishedOn)}</time>`
  const tags = post.tags.map((tag) => `<span>${escapeHtml(tag)}</span>`).join('')
  return `<li><a href="/blog/${encodeURIComponent(id)}"><p>${day} · ${readingMinutes} min read</p><h2>${escapeHtml(title)}</h2><p>${escapeHtml(description)}</p><p>${tags}</p></a></li>`
}
