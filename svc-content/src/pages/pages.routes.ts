/** /pages, /posts, /rss.xml: what is written, by its address. */
import type { ContentPage, Post, PostList } from '@inkproof/protocol/content'
import { AppError } from '@inkproof/service-kit/app-error'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import { type Library, summaryOf } from './library.ts'
import { rssFeed } from './rss.ts'

type PagesRoutesDeps = { library: Library; origin: string }

/** Texts change with a release only; a reader may keep them for a minute. */
const CACHE = 'public, max-age=60'

export function pagesRoutes({ library, origin }: PagesRoutesDeps): Router {
  const router = createRouter()

  router.get('/pages/:slug', (req, res) => {
    const page = library.pages.get(req.params.slug)
    if (page === undefined) throw new AppError('PAGE_NOT_FOUND')
    res.set('cache-control', CACHE).json(page satisfies ContentPage)
  })

  router.get('/posts', (req, res) => {
    const tag = typeof req.query['tag'] === 'string' ? req.query['tag'] : null
    res.set('cache-control', CACHE).json(postList(library, tag))
  })

  router.get('/posts/:id', (req, res) => {
    const post = library.posts.find(({ id }) => id === req.params.id)
    if (post === undefined) throw new AppError('PAGE_NOT_FOUND')
    res.set('cache-control', CACHE).json(post satisfies Post)
  })

  router.get('/rss.xml', (_req, res) => {
    res.set('cache-control', CACHE).type('application/rss+xml')
    res.send(rssFeed(origin, library.posts))
  })

  return router
}

function postList(library: Library, tag: string | null): PostList {
  const tags = new Set(library.posts.flatMap((post) => post.tags))
  const posts = library.posts.filter((post) => tag === null || post.tags.includes(tag))
  return { posts: posts.map(summaryOf), tags: [...tags].toSorted() }
}
