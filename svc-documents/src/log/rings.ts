/**
 * Says over Redis that something happened, so that others look now rather than at their next poll.
 *
 * A ring is only a hint: it carries nothing, may be lost, and nothing depends on it.
 */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import type { Redis } from 'ioredis'

/** `entries`: some were appended. `heads`: they moved. */
type Channel = 'entries' | 'heads'

export type Rings = Dependency & {
  ring(channel: Channel): void
  on(channel: Channel, listener: () => void): void
}

export function createRings(redis: Redis, log: Log): Rings {
  const listeners = new Map<string, () => void>()
  // A connection that listens can do nothing else.
  const ear = redis.duplicate()
  ear.on('error', (error) => log.debug({ err: error }, 'rings are not heard'))
  ear.on('ready', () => {
    ear.subscribe(...listeners.keys()).catch(() => undefined)
  })
  ear.on('message', (channel) => listeners.get(channel)?.())
  return {
    name: 'rings',
    // Not waited for: it goes on trying by itself, and polls do the same meanwhile.
    prepare: async () => {
      if (listeners.size > 0 && ear.status === 'wait') ear.connect().catch(() => undefined)
    },
    check: async () => undefined,
    close: async () => ear.disconnect(),
    ring: (channel) => {
      redis.publish(name(channel), '').catch((error: unknown) => {
        log.debug({ err: error, channel }, 'not rung')
      })
    },
    on: (channel, listener) => listeners.set(name(channel), listener),
  }
}

function name(channel: Channel): string {
  return `documents:${channel}`
}
