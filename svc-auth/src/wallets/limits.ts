import type { Limit } from '@inkproof/service-kit/limit'

const MINUTE_SECONDS = 60
const closed = { whenRedisFails: 'closed' } as const

/** Messages to be signed, by the address that asks: an office shares one. */
export const MESSAGE_ADDRESS: Limit = {
  name: 'wallet-message-address',
  max: 300,
  windowSeconds: 15 * MINUTE_SECONDS,
  ...closed,
}

/** Signatures sent in, by the address that sends them. */
export const SIGNATURE_ADDRESS: Limit = {
  name: 'wallet-signature-address',
  max: 300,
  windowSeconds: 15 * MINUTE_SECONDS,
  ...closed,
}

/** Signatures of one wallet from one address: each of a contract wallet asks the chain node. */
export const SIGNATURE_PAIR: Limit = {
  name: 'wallet-signature-pair',
  max: 60,
  windowSeconds: 5 * MINUTE_SECONDS,
  ...closed,
}

/** Wallets added, removed or shown again, by account. */
export const WALLET_ACCOUNT: Limit = {
  name: 'wallet-account',
  max: 60,
  windowSeconds: 60 * MINUTE_SECONDS,
  ...closed,
}

/** Practice wallets, by the address that asks for money. */
export const PRACTICE_ADDRESS: Limit = {
  name: 'practice-wallet-address',
  max: 60,
  windowSeconds: 60 * MINUTE_SECONDS,
  ...closed,
}
