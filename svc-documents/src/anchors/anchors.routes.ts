/** /anchors: since when an entry is on the chain. */
import { CoveringQuery, type FirstAnchor } from '@inkproof/protocol/log'
import { clientAddress, type Limit, type TakeLimit } from '@inkproof/service-kit/limit'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import { type FirstAnchorDeps, firstAnchor } from './first-anchor.ts'

export type AnchorsRoutesDeps = FirstAnchorDeps & {
  readHeads: () => Promise<{ settled?: { size: number } | null | undefined }>
  takeLimit: TakeLimit
}

const ANCHORS: Limit = { name: 'anchors', max: 600, windowSeconds: 60, whenRedisFails: 'open' }

export function anchorsRoutes(deps: AnchorsRoutesDeps): Router {
  const router = createRouter()

  router.get('/anchors', async (req, res) => {
    await deps.takeLimit(ANCHORS, clientAddress(req))
    const { covering } = parse(CoveringQuery, req.query)
    const { settled } = await deps.readHeads()
    const found = await firstAnchor(deps, Number(covering), settled?.size ?? 0)
    const anchor: FirstAnchor['anchor'] = found
      ? {
          size: Number(found.size),
          txHash: found.txHash,
          blockNumber: Number(found.blockNumber),
          blockHash: found.blockHash,
          blockTime: found.blockTime,
        }
      : null
    res.set('cache-control', 'no-store').json({ anchor })
  })

  return router
}
