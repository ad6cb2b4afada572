import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContentPage, Post, PostSummary } from '@inkproof/protocol/content'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { renderMarkdown } from './render-markdown.ts'

/** All pages and posts, rendered once at start. Posts newest first. */
export type Library = {
  pages: ReadonlyMap<string, ContentPage>
  posts: readonly Post[]
  /** Plain text of each page and post, for the search. */
  texts: readonly SearchableText[]
}

/** `to` is the path in the application; `text` has no markup. */
export type SearchableText = { to: string; title: string; description: string; text: string }

const DAY = z.iso.date()
/** `search` is for the content slice: see scripts/parts/content-pages.mjs. */
const PageHead = z.strictObject({
  title: z.string(),
  description: z.string(),
  updatedOn: DAY,
  search: z.boolean().optional(),
})
const PostHead = z.strictObject({
  title: z.string(),
  description: z.string(),
  publishedOn: DAY,
  tags: z.array(z.string().regex(/^[a-z0-9-]+$/)).min(1),
})

const WORDS_PER_MINUTE = 220

/**
 * Reads `pages/*.md` and `posts/<day>-<id>.md` below a folder.
 *
 * @throws Error naming the file, when its front matter is missing or invalid: an invalid text
 * prevents the start instead of failing for a reader.
 */
export async function readLibrary(folder: string): Promise<Library> {
  const pages = await readMarkdown(join(folder, 'pages'), PageHead)
  const posts = await readMarkdown(join(folder, 'posts'), PostHead)
  const written = posts.map(toPost).toSorted((a, b) => b.publishedOn.localeCompare(a.publishedOn))
  return {
    pages: new Map(
      pages.map(({ name, head, html, headings }) => [
        name,
        { slug: name, ...pageHead(head), html, headings },
      ]),
    ),
    posts: linkNeighbours(written),
    texts: [
      ...pages.map(({ name, head, text }) => searchable(`/${name}`, head, text)),
      ...posts.map(({ name, head, text }) => searchable(`/blog/${postId(name)}`, head, text)),
    ],
  }
}

function pageHead({ search: _search, ...head }: z.infer<typeof PageHead>) {
  return head
}

/** Returns the fields of a post shown in lists. */
export function summaryOf(post: Post): PostSummary {
  const { html: _html, headings: _headings, newer: _newer, older: _older, ...summary } = post
  return summary
}

type MarkdownFile<Head> = ReturnType<typeof renderMarkdown> & { name: string; head: Head }

async function readMarkdown<Head>(
  folder: string,
  schema: z.ZodType<Head>,
): Promise<MarkdownFile<Head>[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md')).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const source = await readFile(join(folder, file), 'utf8')
      const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source)
      const head = schema.safeParse(match?.[1] === undefined ? undefined : parseYaml(match[1]))
      if (!head.success) throw new Error(`${join(folder, file)}: ${z.prettifyError(head.error)}`)
      return { name: file.slice(0, -3), head: head.data, ...renderMarkdown(match?.[2] ?? '') }
    }),
  )
}

function toPost({
  name,
  head,
  html,
  headings,
  text,
}: MarkdownFile<z.infer<typeof PostHead>>): Post {
  const readingMinutes = Math.max(1, Math.round(text.split(' ').length / WORDS_PER_MINUTE))
  return { id: postId(name), ...head, readingMinutes, html, headings, newer: null, older: null }
}

/**
 * `2026-11-21-a-proof` is published as `a-proof`: the date orders the files and is not part of the
 * address.
 */
function postId(name: string): string {
  return name.replace(/^\d{4}-\d{2}-\d{2}-/, '')
}

function linkNeighbours(posts: Post[]): Post[] {
  return posts.map((post, index) => ({
    ...post,
    newer: neighbour(posts[index - 1]),
    older: neighbour(posts[index + 1]),
  }))
}

function neighbour(post: Post | undefined): PostSummary | null {
  return post === undefined ? null : summaryOf(post)
}

function searchable(
  to: string,
  { title, description }: { title: string; description: string },
  text: string,
): SearchableText {
  return { to, title, description, text }
}
