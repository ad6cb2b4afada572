/** The interface of a browser wallet: EIP-1193, discovered by EIP-6963. */

export type WalletEvent = 'accountsChanged' | 'chainChanged' | 'disconnect'
type Listener = (value: never) => void

/** EIP-1193. Only `request` is guaranteed, although all known wallets support the events. */
export type WalletProvider = {
  request: (call: { method: string; params?: readonly unknown[] }) => Promise<unknown>
  on?: (event: WalletEvent, listener: Listener) => unknown
  removeListener?: (event: WalletEvent, listener: Listener) => unknown
}

/** EIP-6963: how a wallet describes itself. */
export type WalletInfo = { uuid: string; name: string; icon: string; rdns: string }

/** By which the practice wallet of mfe-auth describes itself. */
export const PRACTICE_RDNS = 'inkproof.practice-wallet'

/** EIP-1193: the user rejected the request. */
export const USER_REJECTED = 4001
/** EIP-1193: the wallet does not support the method. */
export const UNSUPPORTED_METHOD = 4200

/** An error as wallets throw it: with a numeric code. */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Returns the message to show for an error of the wallet or the service: its own message, otherwise the fallback
 * (specification §8).
 */
export function walletErrorMessage(error: unknown, fallback: string): string {
  const { message } = Object(error) as { message?: unknown }
  return typeof message === 'string' && message !== '' ? message : fallback
}

/** Returns a wallet's accounts, the selected one first. */
export async function getAccounts(
  provider: WalletProvider,
  method: 'eth_requestAccounts' | 'eth_accounts',
): Promise<string[]> {
  const accounts = await provider.request({ method })
  return Array.isArray(accounts) ? accounts.filter((account) => typeof account === 'string') : []
}

/** Returns the id of the wallet's selected chain; null if it does not report one. */
export async function getChainId(provider: WalletProvider): Promise<number | null> {
  const value = await provider.request({ method: 'eth_chainId' }).catch(() => null)
  return parseChainId(value)
}

export function parseChainId(value: unknown): number | null {
  const chainId = typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isSafeInteger(chainId) ? chainId : null
}
