import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContentPage, Post, PostSummary } from '@inkproof/protocol/content'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { renderMarkdown } from './render-markdown.ts'

/** All pages and posts, rendered once at startup. Posts are sorted newest first. */
export type Library = {
  pages: ReadonlyMap<string, ContentPage>
  posts: readonly Post[]
  /** Plain text of each page and post, for the search. */
  texts: readonly SearchableText[]
}

/** `to` is the path in the application; `text` has no markup. */
export type SearchableText = { to: string; title: string; description: string; text: string }

const DAY = z.iso.date()
/** `search` is read only when the content slice is built (scripts/parts/content-pages.mjs). */
const PageFrontMatter = z.strictObject({
  title: z.string(),
  description: z.string(),
  updatedOn: DAY,
  search: z.boolean().optional(),
})
const PostFrontMatter = z.strictObject({
  title: z.string(),
  description: z.string(),
  publishedOn: DAY,
  tags: z.array(z.string().regex(/^[a-z0-9-]+$/)).min(1),
})

const WORDS_PER_MINUTE = 220

/**
 * Reads `pages/*.md` and `posts/<day>-<id>.md` below a folder.
 *
 * @throws Error naming the file if its front matter is missing or invalid, so that the service does not start
 */
export async function readLibrary(folder: string): Promise<Library> {
  const pages = await readMarkdown(join(folder, 'pages'), PageFrontMatter)
  const posts = await readMarkdown(join(folder, 'posts'), PostFrontMatter)
  const sortedPosts = posts
    .map(toPost)
    .toSorted((a, b) => b.publishedOn.localeCompare(a.publishedOn))
  return {
    pages: new Map(
      pages.map(({ name, frontMatter, html, headings }) => [
        name,
        { slug: name, ...omitSearchFlag(frontMatter), html, headings },
      ]),
    ),
    posts: linkNeighbors(sortedPosts),
    texts: [
      ...pages.map(({ name, frontMatter, text }) =>
        toSearchableText(`/${name}`, frontMatter, text),
      ),
      ...posts.map(({ name, frontMatter, text }) =>
        toSearchableText(`/blog/${postId(name)}`, frontMatter, text),
      ),
    ],
  }
}

function omitSearchFlag({ search: _search, ...frontMatter }: z.infer<typeof PageFrontMatter>) {
  return frontMatter
}

/** Returns the fields of a post shown in lists. */
export function summaryOf(post: Post): PostSummary {
  const { html: _html, headings: _headings, newer: _newer, older: _older, ...summary } = post
  return summary
}

type MarkdownFile<FrontMatter> = ReturnType<typeof renderMarkdown> & {
  name: string
  frontMatter: FrontMatter
}

async function readMarkdown<FrontMatter>(
  folder: string,
  schema: z.ZodType<FrontMatter>,
): Promise<MarkdownFile<FrontMatter>[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md')).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const source = await readFile(join(folder, file), 'utf8')
      const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source)
      const frontMatter = schema.safeParse(
        match?.[1] === undefined ? undefined : parseYaml(match[1]),
      )
      if (!frontMatter.success)
        throw new Error(`${join(folder, file)}: ${z.prettifyError(frontMatter.error)}`)
      return {
        name: file.slice(0, -3),
        frontMatter: frontMatter.data,
        ...renderMarkdown(match?.[2] ?? ''),
      }
    }),
  )
}

function toPost({
  name,
  frontMatter,
  html,
  headings,
  text,
}: MarkdownFile<z.infer<typeof PostFrontMatter>>): Post {
  const readingMinutes = Math.max(1, Math.round(text.split(' ').length / WORDS_PER_MINUTE))
  return {
    id: postId(name),
    ...frontMatter,
    readingMinutes,
    html,
    headings,
    newer: null,
    older: null,
  }
}

/**
 * `2026-11-21-a-proof` is published as `a-proof`: the date sorts the files and is not part of the
 * URL.
 */
function postId(name: string): string {
  return name.replace(/^\d{4}-\d{2}-\d{2}-/, '')
}

function linkNeighbors(posts: Post[]): Post[] {
  return posts.map((post, index) => ({
    ...post,
    newer: summaryOrNull(posts[index - 1]),
    older: summaryOrNull(posts[index + 1]),
  }))
}

function summaryOrNull(post: Post | undefined): PostSummary | null {
  return post === undefined ? null : summaryOf(post)
}

function toSearchableText(
  to: string,
  { title, description }: { title: string; description: string },
  text: string,
): SearchableText {
  return { to, title, description, text }
}
