/** /anchors: since when an entry is on the chain. */
import type { AnchorFile } from '@inkproof/proof/anchor-file'
import { type AnchorHead, CoveringQuery, type FirstAnchor } from '@inkproof/protocol/log'
import { clientAddress, type Limit, type TakeLimit } from '@inkproof/service-kit/limit'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import { type FirstAnchorDeps, firstAnchor } from './first-anchor.ts'

export type AnchorsRoutesDeps = FirstAnchorDeps & {
  readHeads: () => Promise<{ settled?: AnchorHead | null | undefined }>
  takeLimit: TakeLimit
}

const ANCHORS: Limit = { name: 'anchors', max: 600, windowSeconds: 60, whenRedisFails: 'open' }

export function anchorsRoutes(deps: AnchorsRoutesDeps): Router {
  const router = createRouter()

  router.get('/anchors', async (req, res) => {
    await deps.takeLimit(ANCHORS, clientAddress(req))
    const { covering } = parse(CoveringQuery, req.query)
    const { settled } = await deps.readHeads()
    const index = Number(covering)
    const first = await firstAnchor(deps, index, settled?.size ?? 0)
    // Where the plan's rows or the files were lost, the newest serves.
    const anchor = first ?? (settled && index < settled.size ? settled : undefined)
    res.set('cache-control', 'no-store').json({ anchor: anchor ? told(anchor) : null })
  })

  return router
}

type Told = NonNullable<FirstAnchor['anchor']>

function told({ txHash, blockHash, blockTime, ...numbers }: AnchorFile | AnchorHead): Told {
  const size = Number(numbers.size)
  return { size, txHash, blockNumber: Number(numbers.blockNumber), blockHash, blockTime }
}
