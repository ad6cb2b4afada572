/** The wallet connection of one form on screen: connecting and signing. */

import type { SignedMessage, WalletPurpose } from '@inkproof/protocol/wallets'
import { t } from '@inkproof/texts/text'
import { create } from 'zustand'
import type { Wallet } from './discovery.ts'
import { accountsOf, chainNumber, chainOf, sentenceOf } from './provider.ts'
import { signWithWallet } from './sign-with-wallet.ts'

type Connected = { wallet: Wallet; address: string; chainId: number | null }

/** `connecting` and `signing` wait for the wallet and can be cancelled; `sending` waits for the service. */
export type Connection =
  | { step: 'apart'; error?: string; isMissing?: boolean }
  | { step: 'connecting'; wallet: Wallet }
  | ({ step: 'connected'; error?: string; note?: string } & Connected)
  | ({ step: 'signing' | 'sending' } & Connected)

/** The use of the signature, and the message if it fails without one. */
export type Signing = {
  purpose: WalletPurpose
  send: (signed: SignedMessage) => Promise<void>
  fallback: string
}

const NO_WALLET = t('MetaMask or other Web3 wallet not found. Please install a Web3 wallet.')
const NOT_CONNECTED = t('Please connect your wallet first')
const CONNECT_FAILED = t('Failed to connect wallet')
const LOCKED = t('Your wallet was locked or disconnected. Connect it again to continue.')

/** Connects to one wallet at a time and signs with it. */
export class WalletConnection {
  /** The state, as a hook. */
  readonly use = create<Connection>()(() => ({ step: 'apart' }))
  /** Counts the wallet requests: the answer to an outdated one is ignored. */
  #question = 0
  #unfollow: () => void = () => undefined

  /** Asks a wallet for its accounts. */
  async connect(wallet: Wallet | undefined): Promise<void> {
    if (!wallet) return this.#set({ step: 'apart', error: NO_WALLET, isMissing: true })
    const isCurrent = this.#ask({ step: 'connecting', wallet })
    try {
      const [address] = await accountsOf(wallet.provider, 'eth_requestAccounts')
      if (address === undefined) throw new Error(CONNECT_FAILED)
      const chainId = await chainOf(wallet.provider)
      if (!isCurrent()) return
      this.#set({ step: 'connected', wallet, address, chainId })
      this.#follow(wallet)
    } catch (error) {
      if (isCurrent()) this.#set({ step: 'apart', error: sentenceOf(error, CONNECT_FAILED) })
    }
  }

  /** Signs with the connected wallet, and passes the signature on. */
  async sign({ purpose, send, fallback }: Signing): Promise<void> {
    const state = this.use.getState()
    if (state.step === 'apart') return this.#set({ step: 'apart', error: NOT_CONNECTED })
    if (state.step !== 'connected') return
    const { wallet, address, chainId } = state
    const connected = { wallet, address, chainId }
    const isCurrent = this.#ask({ step: 'signing', ...connected })
    try {
      const signed = await signWithWallet(wallet.provider, address, purpose)
      if (!isCurrent()) return
      this.#set({ step: 'sending', ...connected })
      await send(signed)
      if (isCurrent()) this.#set({ step: 'connected', ...connected })
    } catch (cause) {
      const error = sentenceOf(cause, fallback)
      if (isCurrent()) this.#set({ step: 'connected', ...connected, error })
    }
  }

  /** Stops waiting for a wallet that does not answer; a later answer has no effect. */
  cancel(): void {
    const state = this.use.getState()
    this.#question += 1
    if (state.step === 'connecting') this.#set({ step: 'apart' })
    if (state.step === 'signing') this.#set({ ...state, step: 'connected' })
  }

  /** Disconnects the wallet, and asks it to revoke this page's permission if it can. */
  disconnect(): void {
    const state = this.use.getState()
    this.end()
    if (!('address' in state)) return
    const params = [{ eth_accounts: {} }]
    // Not every wallet can; for this page it is disconnected in any case.
    state.wallet.provider.request({ method: 'wallet_revokePermissions', params }).catch(() => null)
  }

  /** Resets the connection when the form closes, without revoking the wallet's permission. */
  end(): void {
    this.#question += 1
    this.#unfollow()
    this.#unfollow = () => undefined
    this.#set({ step: 'apart' })
  }

  /** Follows the connected wallet: another account, another chain, locked. */
  #follow({ provider }: Wallet): void {
    const onAccounts = (accounts: unknown) => this.#onAccounts(accounts)
    const onChain = (value: unknown) => {
      const state = this.use.getState()
      if ('address' in state) this.#set({ ...state, chainId: chainNumber(value) })
    }
    provider.on?.('accountsChanged', onAccounts)
    provider.on?.('chainChanged', onChain)
    this.#unfollow = () => {
      provider.removeListener?.('accountsChanged', onAccounts)
      provider.removeListener?.('chainChanged', onChain)
    }
  }

  /** The signature would have been for the previous account: the person has to sign again. */
  #onAccounts(accounts: unknown): void {
    const state = this.use.getState()
    const [address] = Array.isArray(accounts) ? accounts : []
    // The signature is being sent, whatever the wallet does now.
    if (!('address' in state) || state.step === 'sending' || state.address === address) return
    if (typeof address !== 'string') {
      this.end()
      this.#set({ step: 'apart', error: LOCKED })
      return
    }
    this.#question += 1
    const { wallet, chainId } = state
    const note = t('Your wallet switched accounts.')
    this.#set({ step: 'connected', wallet, address, chainId, note })
  }

  /** Starts a request; the returned function tells whether it is still the newest. */
  #ask(state: Connection): () => boolean {
    this.#question += 1
    const mine = this.#question
    this.#set(state)
    return () => mine === this.#question
  }

  #set(state: Connection): void {
    this.use.setState(state, true)
  }
}
