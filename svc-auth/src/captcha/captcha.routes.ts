/** /captcha: what a person has to show before signing in. */
import { clientAddress, type Limit, type TakeLimit } from '@inkproof/service-kit/limit'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import type { Verification } from './verification.ts'

const CHALLENGES: Limit = { name: 'captcha', max: 300, windowSeconds: 300, whenRedisFails: 'open' }

export type CaptchaRoutesDeps = { verification: Pick<Verification, 'ask'>; consumeLimit: TakeLimit }

export function captchaRoutes(deps: CaptchaRoutesDeps): Router {
  const router = createRouter()

  router.get('/captcha', async (req, res) => {
    await deps.consumeLimit(CHALLENGES, clientAddress(req))
    res.set('cache-control', 'no-store').json(await deps.verification.ask())
  })

  return router
}
