/** The calls of svc-content: pages, posts and search. */
import * as z from 'zod/mini'
import { defineCall, text } from '../call.ts'
import { ContentPage, Post, PostList, SearchResponse } from '../content.ts'

const TAG = 'Texts'

/** Texts change only with a release, so clients may cache them for a minute. */
const CACHE = 'public, max-age=60'

export const showPage = defineCall({
  method: 'GET',
  path: '/api/content/pages/:slug',
  summary: 'Returns a page, such as the litepaper, as HTML with its headings.',
  tag: TAG,
  access: 'anyone',
  params: z.strictObject({ slug: z.string() }),
  responses: { 200: ContentPage },
  errors: ['PAGE_NOT_FOUND'],
  cache: CACHE,
  etag: true,
})

export const showBeginning = defineCall({
  method: 'GET',
  path: '/api/content/pages/:slug/beginning/:part',
  summary:
    'Returns the description of a page or its first sections as HTML, for what is shown before scripts run.',
  tag: TAG,
  access: 'anyone',
  params: z.strictObject({ slug: z.string(), part: z.enum(['description', 'sections']) }),
  responses: { 200: text('text/html') },
  errors: ['PAGE_NOT_FOUND'],
  cache: CACHE,
  etag: true,
})

export const listPosts = defineCall({
  method: 'GET',
  path: '/api/content/posts',
  summary: 'Lists the blog posts, newest first, optionally only those with a tag.',
  tag: TAG,
  access: 'anyone',
  query: z.object({ tag: z.optional(z.string()) }),
  responses: { 200: PostList },
  cache: CACHE,
  etag: true,
})

export const showPostsBeginning = defineCall({
  method: 'GET',
  path: '/api/content/beginning/posts',
  summary:
    'Returns the tags and the newest blog posts, optionally only those with a tag, as HTML for what is shown before scripts run.',
  tag: TAG,
  access: 'anyone',
  query: z.object({ tag: z.optional(z.string()) }),
  responses: { 200: text('text/html') },
  cache: CACHE,
  etag: true,
})

export const showPost = defineCall({
  method: 'GET',
  path: '/api/content/posts/:id',
  summary: 'Returns a blog post as HTML, with the posts before and after it.',
  tag: TAG,
  access: 'anyone',
  params: z.strictObject({ id: z.string() }),
  responses: { 200: Post },
  errors: ['PAGE_NOT_FOUND'],
  cache: CACHE,
  etag: true,
})

export const searchTexts = defineCall({
  method: 'GET',
  path: '/api/content/search',
  summary: 'Finds pages and posts that contain every word of the query, best match first.',
  tag: TAG,
  access: 'anyone',
  query: z.object({ q: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  responses: { 200: SearchResponse },
  cache: CACHE,
  etag: true,
})

export const readFeed = defineCall({
  method: 'GET',
  path: '/api/content/rss.xml',
  summary: 'Returns the blog as an RSS 2.0 feed.',
  tag: TAG,
  access: 'anyone',
  responses: { 200: text('application/rss+xml') },
  cache: CACHE,
  etag: true,
})

/** Pages, posts and the RSS feed. */
export const pageCalls = {
  showPage,
  showBeginning,
  listPosts,
  showPostsBeginning,
  showPost,
  readFeed,
}

/** The search. */
export const searchCalls = { searchTexts }
