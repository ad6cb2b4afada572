/** Requests and responses between mfe-content and svc-content; the calls are in calls/content.ts. */
import * as z from 'zod/mini'

/** A heading in a page's table of contents. */
export const Heading = z.strictObject({ id: z.string(), text: z.string(), level: z.int() })
export type Heading = z.infer<typeof Heading>

/** A page written in Markdown; `html` is rendered and sanitized by the service. */
export const ContentPage = z.strictObject({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  updatedOn: z.iso.date(),
  html: z.string(),
  headings: z.array(Heading),
})
export type ContentPage = z.infer<typeof ContentPage>

/** A post in the list. */
export const PostSummary = z.strictObject({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  publishedOn: z.iso.date(),
  tags: z.array(z.string()),
  readingMinutes: z.int().check(z.positive()),
})
export type PostSummary = z.infer<typeof PostSummary>

/** The posts, newest first, and all their tags. */
export const PostList = z.strictObject({ posts: z.array(PostSummary), tags: z.array(z.string()) })
export type PostList = z.infer<typeof PostList>

/** A complete post. */
export const Post = z.extend(PostSummary, {
  html: z.string(),
  headings: z.array(Heading),
  newer: z.nullable(PostSummary),
  older: z.nullable(PostSummary),
})
export type Post = z.infer<typeof Post>

/** A matching page or post, with the sentence around the match as plain text. `to` is its path. */
export const SearchHit = z.strictObject({
  to: z.string(),
  title: z.string(),
  excerpt: z.string(),
})
export type SearchHit = z.infer<typeof SearchHit>

/** Best match first, at most 20. */
export const SearchResponse = z.strictObject({ query: z.string(), hits: z.array(SearchHit) })
export type SearchResponse = z.infer<typeof SearchResponse>
