/** Nonces of wallet messages: created by us, for one browser and one purpose, valid for minutes, used once. */
import { randomBytes } from 'node:crypto'
import type { WalletPurpose } from '@inkproof/protocol/wallets'
import type { Redis } from 'ioredis'

/** Time from creating a message until it must be returned signed. */
export const MESSAGE_TTL_SECONDS = 5 * 60

export type NonceHolder = { purpose: WalletPurpose; browserId: string }

export type Nonces = {
  /** A nonce in the format of EIP-4361: eight or more letters and digits. */
  make(holder: NonceHolder): Promise<string>
  /** Deletes the nonce in any case. Returns true to one caller only, with the nonce's browser and purpose. */
  spend(nonce: string, holder: NonceHolder): Promise<boolean>
}

export function redisNonces(redis: Redis): Nonces {
  return {
    make: async (holder) => {
      const nonce = randomBytes(16).toString('hex')
      await redis.set(nonceKey(nonce), nonceValue(holder), 'EX', MESSAGE_TTL_SECONDS)
      return nonce
    },
    spend: async (nonce, holder) => (await redis.getdel(nonceKey(nonce))) === nonceValue(holder),
  }
}

/** The Redis key of a nonce. */
export function nonceKey(nonce: string): string {
  return `nonce:${nonce}`
}

function nonceValue({ purpose, browserId }: NonceHolder): string {
  return `${purpose}.${browserId}`
}
