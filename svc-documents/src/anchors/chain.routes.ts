/** /chain: the installation's node, for questions about the public record. */
import type { Rpc } from '@inkproof/proof/chain-rpc'
import { CHAIN_METHODS, type ChainMethod, ChainRequest } from '@inkproof/protocol/log'
import { AppError } from '@inkproof/service-kit/app-error'
import { clientAddress, type Limit, type TakeLimit } from '@inkproof/service-kit/limit'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import { askChain, chainParams } from './chain-proxy.ts'

export type ChainRoutesDeps = { rpc: Rpc; contract: string; takeLimit: TakeLimit }

/** A verification asks about ten questions. */
const QUESTIONS: Limit = { name: 'chain', max: 600, windowSeconds: 60, whenRedisFails: 'open' }

export function chainRoutes(deps: ChainRoutesDeps): Router {
  const router = createRouter()

  router.post('/chain', async (req, res) => {
    await deps.takeLimit(QUESTIONS, clientAddress(req))
    const { id, method, params = [] } = parse(ChainRequest, req.body)
    if (!isReading(method)) throw new AppError('CHAIN_METHOD_REFUSED', { method })
    const asked = chainParams(method, params, deps.contract)
    const answer = await askChain(deps.rpc, method, asked)
    res.set('cache-control', 'no-store').json({ jsonrpc: '2.0', id, ...answer })
  })

  return router
}

function isReading(method: string): method is ChainMethod {
  return (CHAIN_METHODS as readonly string[]).includes(method)
}
