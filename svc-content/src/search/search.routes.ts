/** /search: everything written, by words. */
import type { SearchAnswer } from '@inkproof/protocol/content'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import { z } from 'zod'
import type { SearchableText } from '../pages/library.ts'
import { search } from './search.ts'

const SearchQuery = z.object({ q: z.string().trim().min(1).max(200) })

export function searchRoutes({ texts }: { texts: readonly SearchableText[] }): Router {
  const router = createRouter()

  router.get('/search', (req, res) => {
    const { q } = parse(SearchQuery, req.query)
    const answer: SearchAnswer = { query: q, hits: search(texts, q) }
    res.set('cache-control', 'public, max-age=60').json(answer)
  })

  return router
}
