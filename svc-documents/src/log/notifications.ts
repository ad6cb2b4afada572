/**
 * Wake-up notifications over Redis, so that other processes act now instead of at their next poll.
 *
 * A notification is only a hint: it has no content and may be lost, and nothing depends on it.
 */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { duplicateRedis, type RedisClient } from '@inkproof/service-kit/redis-connection'

/** `entries`: entries were appended. `heads`: the heads changed. */
type Channel = 'entries' | 'heads'

export type Notifications = Dependency & {
  notify(channel: Channel): void
  on(channel: Channel, listener: () => void): void
}

export function createNotifications(redis: RedisClient, log: Log): Notifications {
  const listeners = new Map<string, () => void>()
  // A Redis connection in subscriber mode cannot do anything else.
  const subscriber = duplicateRedis(redis)
  subscriber.on('error', (error) => log.debug({ err: error }, 'notifications cannot be received'))
  subscriber.on('ready', () => {
    subscriber.subscribe(...listeners.keys()).catch(() => undefined)
  })
  subscriber.on('message', (channel) => listeners.get(channel)?.())
  return {
    name: 'notifications',
    // Does not wait for the connection: the client keeps reconnecting, and polling works meanwhile.
    prepare: async () => {
      if (listeners.size > 0 && subscriber.status === 'wait')
        subscriber.connect().catch(() => undefined)
    },
    check: async () => undefined,
    close: async () => subscriber.disconnect(),
    notify: (channel) => {
      redis.publish(redisChannel(channel), '').catch((error: unknown) => {
        log.debug({ err: error, channel }, 'a notification was not sent')
      })
    },
    on: (channel, listener) => listeners.set(redisChannel(channel), listener),
  }
}

function redisChannel(channel: Channel): string {
  return `documents:${channel}`
}
