/** Follows the heads for all listeners in this process with a single reader. */
import type { Heads } from '@inkproof/protocol/log'
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { createLoop, type Loop } from '@inkproof/service-kit/loop'

export type HeadsFeed = Dependency & {
  /**
   * Calls the listener with the current heads and on every change. Returns a function that
   * unsubscribes it.
   */
  subscribe(listener: (heads: Heads) => void): () => void
  wake(): void
}

const POLL_MS = 1_000

export function createHeadsFeed(read: () => Promise<Heads>, log: Log): HeadsFeed {
  const listeners = new Map<(heads: Heads) => void, string>()
  const loop: Loop = createLoop(async () => {
    if (listeners.size === 0) return undefined
    try {
      const heads = await read()
      const text = JSON.stringify(heads)
      for (const [listener, last] of listeners) {
        if (last === text) continue
        listeners.set(listener, text)
        listener(heads)
      }
    } catch (error) {
      log.warn({ err: error }, 'the heads cannot be read')
    }
    return undefined
  }, POLL_MS)
  return {
    name: 'heads',
    prepare: async () => loop.start(),
    check: async () => undefined,
    close: () => loop.stop(),
    wake: loop.wake,
    subscribe: (listener) => {
      listeners.set(listener, '')
      loop.wake()
      return () => listeners.delete(listener)
    },
  }
}
