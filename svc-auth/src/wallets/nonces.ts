/** Nonces of wallet messages: ours, for one browser and one purpose, for minutes, once. */
import { randomBytes } from 'node:crypto'
import type { WalletPurpose } from '@inkproof/protocol/wallets'
import type { Redis } from 'ioredis'

/** How long a message may take from being made to being sent back signed. */
export const MESSAGE_LASTS_SECONDS = 5 * 60

export type NonceHolder = { purpose: WalletPurpose; mark: string }

export type Nonces = {
  /** A nonce as EIP-4361 wants it: letters and digits, eight or more. */
  make(holder: NonceHolder): Promise<string>
  /** True for one caller only, with the nonce's own browser and purpose. It is gone whatever the answer. */
  spend(nonce: string, holder: NonceHolder): Promise<boolean>
}

export function redisNonces(redis: Redis): Nonces {
  return {
    make: async (holder) => {
      const nonce = randomBytes(16).toString('hex')
      await redis.set(nonceKey(nonce), held(holder), 'EX', MESSAGE_LASTS_SECONDS)
      return nonce
    },
    spend: async (nonce, holder) => (await redis.getdel(nonceKey(nonce))) === held(holder),
  }
}

/** Where a nonce lives in Redis. */
export function nonceKey(nonce: string): string {
  return `nonce:${nonce}`
}

function held({ purpose, mark }: NonceHolder): string {
  return `${purpose}.${mark}`
}
