import type { WalletEvent, WalletProvider } from '@inkproof/slice-parts/wallet-provider'

type Listener = (value: never) => void
const listeners = new Map<WalletEvent, Set<Listener>>()

/** Adds and removes listeners of the practice wallet's events. */
export const events: Required<Pick<WalletProvider, 'on' | 'removeListener'>> = {
  on: (event, listener) => {
    listeners.set(event, new Set(listeners.get(event)).add(listener))
  },
  removeListener: (event, listener) => {
    listeners.get(event)?.delete(listener)
  },
}

export function emit(event: WalletEvent, value: unknown): void {
  for (const listener of listeners.get(event) ?? []) listener(value as never)
}
