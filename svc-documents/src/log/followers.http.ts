/** Event streams of the heads, limited per client address and per process. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { EventStreams } from '@inkproof/service-kit/events'
import { clientAddress } from '@inkproof/service-kit/limit'
import type { Request, Response } from 'express'
import type { HeadsFeed } from './heads-feed.ts'

/** Limits per process and per client address; a browser opens one stream per tab. */
const MAX_FOLLOWERS = 2_000
const MAX_FOLLOWERS_PER_ADDRESS = 50

/**
 * Returns a function that opens a stream of the heads on a response.
 *
 * @throws AppError UNAVAILABLE or TOO_MANY_REQUESTS while there are too many of them
 */
export function headsFollowers(
  streams: EventStreams,
  feed: HeadsFeed,
): (req: Request, res: Response) => void {
  const followers = new Map<string, number>()
  return (req, res) => {
    const address = clientAddress(req)
    if (streams.count >= MAX_FOLLOWERS) throw new AppError('UNAVAILABLE')
    const open = followers.get(address) ?? 0
    if (open >= MAX_FOLLOWERS_PER_ADDRESS) throw new AppError('TOO_MANY_REQUESTS')
    followers.set(address, open + 1)
    const stream = streams.open(res, () => {
      const remaining = (followers.get(address) ?? 1) - 1
      if (remaining > 0) followers.set(address, remaining)
      else followers.delete(address)
      unfollow()
    })
    const unfollow = feed.follow((heads) => stream.send(heads))
  }
}
