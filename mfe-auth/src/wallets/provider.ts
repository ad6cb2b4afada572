import { t } from '@inkproof/texts/text'

/** The interface of a browser wallet: EIP-1193, discovered by EIP-6963. */

export type WalletEvent = 'accountsChanged' | 'chainChanged' | 'disconnect'
type Listener = (value: never) => void

/** EIP-1193. Every wallet supports the events, but only `request` is guaranteed. */
export type WalletProvider = {
  request: (call: { method: string; params?: readonly unknown[] }) => Promise<unknown>
  on?: (event: WalletEvent, listener: Listener) => unknown
  removeListener?: (event: WalletEvent, listener: Listener) => unknown
}

/** EIP-6963: a wallet's description of itself. */
export type WalletInfo = { uuid: string; name: string; icon: string; rdns: string }

/** EIP-1193: the user rejected the request. */
export const USER_REJECTED = 4001
/** EIP-1193: the wallet does not support the method. */
export const UNSUPPORTED_METHOD = 4200
/** MetaMask and compatible wallets: the same request is already open. */
const ALREADY_ASKING = -32_002

/** An error in the form that wallets throw. */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The message for a failure: the wallet's or the service's, otherwise the fallback. */
export function sentenceOf(error: unknown, fallback: string): string {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown }
  if (code === USER_REJECTED) return t('You declined in your wallet. Nothing was signed or sent.')
  if (code === ALREADY_ASKING)
    return t('Your wallet already has an open request. Open it and respond there.')
  return typeof message === 'string' && message !== '' ? message : fallback
}

/** Asks for a wallet's accounts; the selected one comes first. */
export async function accountsOf(
  provider: WalletProvider,
  method: 'eth_requestAccounts' | 'eth_accounts',
): Promise<string[]> {
  const accounts = await provider.request({ method })
  return Array.isArray(accounts) ? accounts.filter((one) => typeof one === 'string') : []
}

/** The number of the wallet's selected chain; null if it does not report one. */
export async function chainOf(provider: WalletProvider): Promise<number | null> {
  const answer = await provider.request({ method: 'eth_chainId' }).catch(() => null)
  return chainNumber(answer)
}

export function chainNumber(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isSafeInteger(number) ? number : null
}
