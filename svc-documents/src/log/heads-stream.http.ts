/** Event streams of the heads, limited per client address and per process. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { EventStreams } from '@inkproof/service-kit/events'
import { clientAddress } from '@inkproof/service-kit/limit'
import type { Request, Response } from 'express'
import type { HeadsFeed } from './heads-feed.ts'

/** Limits per process and per client address; a browser opens one stream per tab. */
const MAX_SUBSCRIBERS = 2_000
const MAX_SUBSCRIBERS_PER_ADDRESS = 50

/**
 * Returns a function that opens a stream of the heads on a response. It throws AppError UNAVAILABLE if
 * the process has too many open streams, TOO_MANY_REQUESTS if the client's address has.
 */
export function createHeadsStream(
  streams: EventStreams,
  feed: HeadsFeed,
): (req: Request, res: Response) => void {
  const subscribers = new Map<string, number>()
  return (req, res) => {
    const address = clientAddress(req)
    if (streams.count >= MAX_SUBSCRIBERS) throw new AppError('UNAVAILABLE')
    const open = subscribers.get(address) ?? 0
    if (open >= MAX_SUBSCRIBERS_PER_ADDRESS) throw new AppError('TOO_MANY_REQUESTS')
    subscribers.set(address, open + 1)
    const stream = streams.open(res, () => {
      const remaining = (subscribers.get(address) ?? 1) - 1
      if (remaining > 0) subscribers.set(address, remaining)
      else subscribers.delete(address)
      unsubscribe()
    })
    const unsubscribe = feed.subscribe((heads) => stream.send(heads))
  }
}
