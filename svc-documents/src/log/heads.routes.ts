/** /log: how far the record has come, asked once or followed. */
import type { Heads } from '@inkproof/protocol/log'
import { AppError } from '@inkproof/service-kit/app-error'
import type { EventStreams } from '@inkproof/service-kit/events'
import { clientAddress } from '@inkproof/service-kit/limit'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import type { HeadsFeed } from './heads-feed.ts'

export type HeadsRoutesDeps = {
  readHeads: () => Promise<Heads>
  feed: HeadsFeed
  streams: EventStreams
}

/** Followers of one process, and of one address: a browser holds one a tab. */
const FOLLOWERS = 2_000
const FOLLOWERS_AN_ADDRESS = 50

export function headsRoutes(deps: HeadsRoutesDeps): Router {
  const router = createRouter()
  const followers = new Map<string, number>()

  router.get('/log/heads', async (_req, res) => {
    res.set('cache-control', 'no-store').json(await deps.readHeads())
  })

  // Express answers HEAD by the GET route, which here never ends.
  router.head('/log/events', (_req, res) => {
    res.set('allow', 'GET').status(405).end()
  })

  router.get('/log/events', (req, res) => {
    const address = clientAddress(req)
    if (deps.streams.count >= FOLLOWERS) throw new AppError('UNAVAILABLE')
    const open = followers.get(address) ?? 0
    if (open >= FOLLOWERS_AN_ADDRESS) throw new AppError('TOO_MANY_REQUESTS')
    followers.set(address, open + 1)
    const stream = deps.streams.open(res, () => {
      const left = (followers.get(address) ?? 1) - 1
      if (left > 0) followers.set(address, left)
      else followers.delete(address)
      unfollow()
    })
    const unfollow = deps.feed.follow((heads) => stream.send(heads))
  })

  return router
}
