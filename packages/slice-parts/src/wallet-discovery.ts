/** Discovers the wallets of this browser. */
import { t } from '@inkproof/texts/text'
import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { PRACTICE_RDNS, type WalletInfo, type WalletProvider } from './wallet-provider.ts'

/** An available wallet. `icon` is a data: URL, because the page's policy allows no other. */
export type Wallet = {
  id: string
  name: string
  icon: string | null
  isPractice: boolean
  provider: WalletProvider
}

type Announcement = { info: WalletInfo; provider: WalletProvider }

const INJECTED_ID = 'injected'
const MAX_NAME_LENGTH = 40

export const useWallets = create<{ wallets: readonly Wallet[] }>()(() => ({ wallets: [] }))

/**
 * Discovers every installed wallet (EIP-6963), and the wallet at `window.ethereum` if no installed wallet announces
 * itself. Wallets that announce themselves later are added. Returns a function that stops the discovery.
 */
export function discoverWallets(): () => void {
  useWallets.setState({ wallets: injectedWallets() })
  addEventListener('eip6963:announceProvider', onAnnounced)
  addEventListener('ethereum#initialized', addInjected)
  dispatchEvent(new Event('eip6963:requestProvider'))
  return () => {
    removeEventListener('eip6963:announceProvider', onAnnounced)
    removeEventListener('ethereum#initialized', addInjected)
  }
}

/** Discovers wallets, and returns the one that the user chose, otherwise the first one found. */
export function useChosenWallet(): [Wallet | undefined, choose: (id: string) => void] {
  const { wallets } = useWallets()
  const [id, setId] = useState<string>()
  useEffect(discoverWallets, [])
  return [wallets.find((wallet) => wallet.id === id) ?? wallets[0], setId]
}

function onAnnounced(event: Event): void {
  const wallet = readAnnouncement((event as CustomEvent<unknown>).detail)
  if (!wallet) return
  const previous = useWallets.getState().wallets
  const otherWallets = previous.filter(({ id }) => id !== wallet.id && id !== INJECTED_ID)
  const announced = [...otherWallets, wallet].sort(
    (a, b) => Number(a.isPractice) - Number(b.isPractice),
  )
  // Except for the practice wallet, announced wallets also set window.ethereum and would be listed twice.
  const hasOnlyPractice = announced.every(({ isPractice }) => isPractice)
  useWallets.setState({
    wallets: hasOnlyPractice ? [...injectedWallets(), ...announced] : announced,
  })
}

/** Called by the event that wallets fire when they inject themselves after the page has loaded. */
function addInjected(): void {
  const { wallets } = useWallets.getState()
  if (wallets.every(({ isPractice }) => isPractice)) {
    useWallets.setState({ wallets: [...injectedWallets(), ...wallets] })
  }
}

/** Any script in the page can announce a wallet, so its data is validated. */
function readAnnouncement(detail: unknown): Wallet | null {
  const { info, provider } = Object(detail) as Partial<Announcement>
  if (typeof provider?.request !== 'function' || typeof info?.uuid !== 'string') return null
  const name = typeof info.name === 'string' ? info.name.trim().slice(0, MAX_NAME_LENGTH) : ''
  const hasIcon = typeof info.icon === 'string' && info.icon.startsWith('data:image/')
  return {
    id: info.uuid,
    name: name || t('Unnamed wallet'),
    icon: hasIcon ? info.icon : null,
    isPractice: info.rdns === PRACTICE_RDNS,
    provider,
  }
}

function injectedWallets(): Wallet[] {
  const { ethereum } = globalThis as { ethereum?: WalletProvider }
  if (typeof ethereum?.request !== 'function') return []
  const wallet = { id: INJECTED_ID, name: t('Browser wallet'), icon: null, isPractice: false }
  return [{ ...wallet, provider: ethereum }]
}
