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
  ear.on('message', (channel) => listeners.get(channel)?.())
  return {
    name: 'rings',
    prepare: async () => {
      if (listeners.size === 0) return
      if (ear.status === 'wait' || ear.status === 'end') await ear.connect()
      await ear.subscribe(...listeners.keys())
    },
    // Polls do the same a moment later, so a service without rings is ready all the same.
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
