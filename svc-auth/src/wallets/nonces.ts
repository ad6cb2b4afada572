/**
 * Nonces of wallet messages: single-use, short-lived, and bound to one browser and one purpose. Each is stored with the
 * message that contains it.
 */
import { randomBytes } from 'node:crypto'
import type { WalletPurpose } from '@inkproof/protocol/wallets'
import type { RedisClient } from '@inkproof/service-kit/redis-connection'

/** How long a message can be signed and submitted. */
export const MESSAGE_TTL_SECONDS = 5 * 60

export type NonceBinding = { purpose: WalletPurpose; browserId: string }

export type Nonces = {
  /**
   * Creates a nonce in the format of EIP-4361 (eight or more letters and digits), stores the message that `write`
   * returns for it, and returns that message.
   */
  issue(binding: NonceBinding, write: (nonce: string) => string): Promise<string>
  /** Deletes the nonce. Returns its message if it existed and belongs to this browser and purpose. */
  consume(nonce: string, binding: NonceBinding): Promise<string | undefined>
}

export function createNonces(redis: RedisClient): Nonces {
  return {
    issue: async (binding, write) => {
      const nonce = randomBytes(16).toString('hex')
      const message = write(nonce)
      await redis.set(nonceKey(nonce), nonceValue(binding, message), 'EX', MESSAGE_TTL_SECONDS)
      return message
    },
    consume: async (nonce, binding) => {
      const stored = await redis.getdel(nonceKey(nonce))
      const prefix = nonceValue(binding, '')
      return stored?.startsWith(prefix) ? stored.slice(prefix.length) : undefined
    },
  }
}

/** Returns the Redis key of a nonce. */
export function nonceKey(nonce: string): string {
  return `nonce:${nonce}`
}

/** Returns the value stored for a nonce. Neither purposes nor browser ids contain a dot. */
export function nonceValue({ purpose, browserId }: NonceBinding, message: string): string {
  return `${purpose}.${browserId}.${message}`
}
