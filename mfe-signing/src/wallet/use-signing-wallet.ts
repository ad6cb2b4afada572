import { type Connection, WalletConnection } from '@inkproof/slice-parts/wallet-connection'
import { useEffect, useMemo, useState } from 'react'
import { type SigningWallet, walletKeyOf } from './ask-wallet.ts'

/** Whether a person signs with a wallet, and its connection. */
export type WalletChoiceState = {
  isChosen: boolean
  /** Whether the person chose it on this page. */
  isByPerson: boolean
  choose: (isChosen: boolean) => void
  connection: WalletConnection
  state: Connection
  /** Null while no wallet is connected. */
  wallet: SigningWallet | null
}

/** @param isDefault whether a wallet is meant as long as the person has not chosen */
export function useSigningWallet(isDefault: boolean): WalletChoiceState {
  const [connection] = useState(() => new WalletConnection())
  const [chosen, choose] = useState<boolean | null>(null)
  const state = connection.use()
  useEffect(() => () => connection.reset(), [connection])
  const address = 'address' in state ? state.address : null
  const wallet = useMemo(
    () => (address === null ? null : toWallet(address, connection)),
    [address, connection],
  )
  const isChosen = chosen ?? isDefault
  return { isChosen, isByPerson: chosen !== null, choose, connection, state, wallet }
}

/** The wallet that signs: null for a key of this browser. */
export function usedWallet({ isChosen, wallet }: WalletChoiceState): {
  wallet: SigningWallet | null
} {
  return { wallet: isChosen ? wallet : null }
}

/** Null if the wallet returned something else than an address. */
function toWallet(address: string, connection: WalletConnection): SigningWallet | null {
  return /^0x[\da-f]{40}$/i.test(address) ? { key: walletKeyOf(address), connection } : null
}
