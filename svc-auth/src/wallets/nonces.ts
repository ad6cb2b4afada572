/** Nonces of wallet messages: single-use, short-lived, and bound to one browser and one purpose. */
import { randomBytes } from 'node:crypto'
import type { WalletPurpose } from '@inkproof/protocol/wallets'
import type { Redis } from 'ioredis'

/** How long a message can be signed and submitted. */
export const MESSAGE_TTL_SECONDS = 5 * 60

export type NonceBinding = { purpose: WalletPurpose; browserId: string }

export type Nonces = {
  /** Creates a nonce in the format of EIP-4361: eight or more letters and digits. */
  create(binding: NonceBinding): Promise<string>
  /** Deletes the nonce. Returns true if it existed and belongs to this browser and purpose. */
  consume(nonce: string, binding: NonceBinding): Promise<boolean>
}

export function createNonces(redis: Redis): Nonces {
  return {
    create: async (binding) => {
      const nonce = randomBytes(16).toString('hex')
      await redis.set(nonceKey(nonce), nonceValue(binding), 'EX', MESSAGE_TTL_SECONDS)
      return nonce
    },
    consume: async (nonce, binding) =>
      (await redis.getdel(nonceKey(nonce))) === nonceValue(binding),
  }
}

/** Returns the Redis key of a nonce. */
export function nonceKey(nonce: string): string {
  return `nonce:${nonce}`
}

function nonceValue({ purpose, browserId }: NonceBinding): string {
  return `${purpose}.${browserId}`
}
