import { canUsePasskeys } from '@inkproof/slice-parts/passkey-support'
import { type Connection, WalletConnection } from '@inkproof/slice-parts/wallet-connection'
import { t } from '@inkproof/texts/text'
import { useEffect, useMemo, useState } from 'react'
import { type SigningWallet, walletKeyOf } from '../wallet/ask-wallet.ts'

/** With what a person signs: a key that their browser makes, their wallet, or a passkey of their account. */
export type KeyKind = 'browser' | 'wallet' | 'passkey'

/** The key that a person chose. `id`: ID of the only passkey that is accepted; null for any. */
export type Signer =
  | { type: 'browser' }
  | { type: 'wallet'; wallet: SigningWallet }
  | { type: 'passkey'; id: string | null }

/** What a person has chosen, and the connection to their wallet. */
export type KeyChoice = {
  kind: KeyKind
  /** What was chosen before on this page; null if the person has not chosen there. */
  before: KeyKind | null
  choose: (kind: KeyKind) => void
  connection: WalletConnection
  state: Connection
  /** Null while no wallet is connected. */
  wallet: SigningWallet | null
}

/** @param initial the kind until the person chooses one */
export function useKeyChoice(initial: KeyKind): KeyChoice {
  const [connection] = useState(() => new WalletConnection())
  const [chosen, setChosen] = useState<Pick<KeyChoice, 'kind' | 'before'> | null>(null)
  const state = connection.use()
  useEffect(() => () => connection.reset(), [connection])
  const address = 'address' in state ? state.address : null
  const wallet = useMemo(
    () => (address === null ? null : toWallet(address, connection)),
    [address, connection],
  )
  const { before, kind } = chosen ?? { kind: initial, before: null }
  const choose = (next: KeyKind) => setChosen({ kind: next, before: kind })
  return { kind, before, choose, connection, state, wallet }
}

/** The kind of a key that is bound or stored. */
export function kindOf(key: { wallet?: unknown; passkey?: unknown } | null): KeyKind {
  if (key?.wallet !== undefined) return 'wallet'
  return key?.passkey === undefined ? 'browser' : 'passkey'
}

/** Whether nothing can be signed yet: no wallet is connected, or passkeys cannot be used here. */
export function isWaiting({ kind, wallet }: KeyChoice): boolean {
  return kind === 'wallet' ? wallet === null : kind === 'passkey' && !canUsePasskeys()
}

/**
 * Returns the key that the person chose.
 *
 * @param passkey the ID of the passkey that the request names; null if it names none
 * @throws Error with a sentence for the user if no wallet is connected
 */
export function signerOf({ kind, wallet }: KeyChoice, passkey: string | null = null): Signer {
  if (kind === 'passkey') return { type: kind, id: passkey }
  if (kind === 'browser') return { type: kind }
  if (wallet === null) throw new Error(t('Connect your wallet first.'))
  return { type: kind, wallet }
}

/** Null if the wallet returned something else than an address. */
function toWallet(address: string, connection: WalletConnection): SigningWallet | null {
  return /^0x[\da-f]{40}$/i.test(address) ? { key: walletKeyOf(address), connection } : null
}
