import { t } from '@inkproof/texts/text'

/** What a browser wallet offers a page: EIP-1193, found by EIP-6963. */

export type WalletEvent = 'accountsChanged' | 'chainChanged' | 'disconnect'
type Listener = (value: never) => void

/** EIP-1193. The events are there in every wallet, but only the request is certain. */
export type WalletProvider = {
  request: (call: { method: string; params?: readonly unknown[] }) => Promise<unknown>
  on?: (event: WalletEvent, listener: Listener) => unknown
  removeListener?: (event: WalletEvent, listener: Listener) => unknown
}

/** EIP-6963: what a wallet says of itself. */
export type WalletInfo = { uuid: string; name: string; icon: string; rdns: string }

/** EIP-1193: the person said no. */
export const USER_REJECTED = 4001
/** EIP-1193: the wallet does not do this. */
export const UNSUPPORTED_METHOD = 4200
/** MetaMask and those after it: the same question is open already. */
const ALREADY_ASKING = -32_002

/** An error as wallets throw them. */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The sentence for a failure: what the wallet or the service said, else the fallback. */
export function sentenceOf(error: unknown, fallback: string): string {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown }
  if (code === USER_REJECTED) return t('You declined in your wallet. Nothing was signed or sent.')
  if (code === ALREADY_ASKING)
    return t('Your wallet already has an open request. Open it and respond there.')
  return typeof message === 'string' && message !== '' ? message : fallback
}

/** Asks for a wallet's accounts; the one it is set to comes first. */
export async function accountsOf(
  provider: WalletProvider,
  method: 'eth_requestAccounts' | 'eth_accounts',
): Promise<string[]> {
  const accounts = await provider.request({ method })
  return Array.isArray(accounts) ? accounts.filter((one) => typeof one === 'string') : []
}

/** The number of the chain a wallet is set to; null where it does not say. */
export async function chainOf(provider: WalletProvider): Promise<number | null> {
  const answer = await provider.request({ method: 'eth_chainId' }).catch(() => null)
  return chainNumber(answer)
}

export function chainNumber(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isSafeInteger(number) ? number : null
}
