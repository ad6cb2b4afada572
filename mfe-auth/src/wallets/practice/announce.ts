/**
 * Announces this browser's practice wallet like any installed one (EIP-6963). It is in the slice's first
 * chunk, so that every page finds the wallet; what signs comes only when it is asked for something.
 */
import { site } from '@inkproof/slice'
import type { WalletEvent, WalletProvider } from '../provider.ts'

export const PRACTICE_RDNS = 'inkproof.practice-wallet'

/** The address of this browser's practice wallet; the key itself is in the browser's database. */
const MARK = 'inkproof_practice_wallet'

/** The same one every time: there is only one such wallet in a browser. */
export const PRACTICE_UUID = '0b6f2f2e-6d4f-4c58-9d5e-3f8f3f6f7a10'

const INFO = {
  uuid: PRACTICE_UUID,
  name: 'Practice wallet',
  icon: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#b45309"/><path d="M12 7h8m-6 0v7l-6 10h16l-6-10V7" fill="none" stroke="#fff" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"/></svg>')}`,
  rdns: PRACTICE_RDNS,
}

type Listener = (value: never) => void
const listeners = new Map<WalletEvent, Set<Listener>>()

const provider: WalletProvider = {
  request: async (call) => (await import('./practice-wallet.ts')).answer(call),
  on: (event, listener) => {
    listeners.set(event, new Set(listeners.get(event)).add(listener))
  },
  removeListener: (event, listener) => {
    listeners.get(event)?.delete(listener)
  },
}

/** Tells whoever listens to the practice wallet. */
export function emit(event: WalletEvent, value: unknown): void {
  for (const listener of listeners.get(event) ?? []) listener(value as never)
}

/** Starts announcing: at once where this browser has a practice wallet, and whenever a page asks. */
export function announcePracticeWallet(): void {
  addEventListener('eip6963:requestProvider', announce)
  announce()
}

/** Only on the installation's own chain: anywhere else it would stand among wallets that hold something. */
export function announce(): void {
  if (!site().embedded || practiceAddress() === null) return
  const detail = Object.freeze({ info: Object.freeze(INFO), provider })
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
}

export function practiceAddress(): string | null {
  try {
    return localStorage.getItem(MARK)
  } catch {
    return null
  }
}

/** Remembers, for every page of this browser, that it has one; null forgets it. */
export function markPractice(address: string | null): void {
  try {
    if (address === null) localStorage.removeItem(MARK)
    else localStorage.setItem(MARK, address)
  } catch {
    // Storage is forbidden: the wallet then lasts as long as the page.
  }
}
