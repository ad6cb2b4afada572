/** The wallet connection of one form: connecting and signing. */
import { t } from '@inkproof/texts/text'
import { create } from 'zustand'
import type { Wallet } from './wallet-discovery.ts'
import {
  getAccounts,
  getChainId,
  parseChainId,
  type WalletProvider,
  walletErrorMessage,
} from './wallet-provider.ts'

type Connected = { wallet: Wallet; address: string; chainId: number | null }

/** `connecting` and `signing` wait for the wallet and can be cancelled; `sending` waits for the service. */
export type Connection =
  | { step: 'disconnected'; error?: string; isWalletMissing?: boolean }
  | { step: 'connecting'; wallet: Wallet }
  | ({ step: 'connected'; error?: string; note?: string } & Connected)
  | ({ step: 'signing' | 'sending' } & Connected)

/** What is signed, and what is done with it. `fallback` is shown for an error without a message. */
export type SigningAction<Signed> = {
  sign: (provider: WalletProvider, address: string) => Promise<Signed>
  send: (signed: Signed) => Promise<void>
  fallback: string
}

const NO_WALLET = t('MetaMask or other Web3 wallet not found. Please install a Web3 wallet.')
const NOT_CONNECTED = t('Please connect your wallet first')
const CONNECT_FAILED = t('Failed to connect wallet')
const LOCKED = t('Your wallet was locked or disconnected. Connect it again to continue.')

/** The user stopped waiting for the wallet, or switched its account meanwhile. */
export class WalletCancelled extends Error {
  override readonly name = 'WalletCancelled'
}

/** Connects to one wallet at a time and signs with it. */
export class WalletConnection {
  /** The state, as a hook. */
  readonly use = create<Connection>()(() => ({ step: 'disconnected' }))
  /** Counts the wallet requests, so that the response to a superseded one is ignored. */
  #requestNumber = 0
  #unsubscribe: () => void = () => undefined
  /** Ends the wait of `ask`. */
  #abandon: () => void = () => undefined

  /** Asks a wallet for its accounts and connects to the selected one. Without a wallet, shows an error. */
  async connect(wallet: Wallet | undefined): Promise<void> {
    if (!wallet) return this.#set({ step: 'disconnected', error: NO_WALLET, isWalletMissing: true })
    const isCurrent = this.#startRequest({ step: 'connecting', wallet })
    try {
      const [address] = await getAccounts(wallet.provider, 'eth_requestAccounts')
      if (address === undefined) throw new Error(CONNECT_FAILED)
      const chainId = await getChainId(wallet.provider)
      if (!isCurrent()) return
      this.#set({ step: 'connected', wallet, address, chainId })
      this.#subscribe(wallet)
    } catch (error) {
      if (isCurrent())
        this.#set({ step: 'disconnected', error: walletErrorMessage(error, CONNECT_FAILED) })
    }
  }

  /** Signs with the connected wallet and passes the signature to `send`. */
  async sign<Signed>({ sign, send, fallback }: SigningAction<Signed>): Promise<void> {
    const state = this.use.getState()
    if (state.step === 'disconnected')
      return this.#set({ step: 'disconnected', error: NOT_CONNECTED })
    if (state.step !== 'connected') return
    const { wallet, address, chainId } = state
    const connected = { wallet, address, chainId }
    const isCurrent = this.#startRequest({ step: 'signing', ...connected })
    try {
      const signed = await sign(wallet.provider, address)
      if (!isCurrent()) return
      this.#set({ step: 'sending', ...connected })
      await send(signed)
      if (isCurrent()) this.#set({ step: 'connected', ...connected })
    } catch (cause) {
      const error = walletErrorMessage(cause, fallback)
      if (isCurrent()) this.#set({ step: 'connected', ...connected, error })
    }
  }

  /**
   * Asks the connected wallet for a signature, for a caller that shows errors itself.
   *
   * @throws Error of the wallet, or if none is connected; WalletCancelled
   */
  async ask<Signed>(sign: SigningAction<Signed>['sign']): Promise<Signed> {
    const state = this.use.getState()
    if (state.step !== 'connected') throw new Error(NOT_CONNECTED)
    const { wallet, address, chainId } = state
    const connected = { wallet, address, chainId }
    const isCurrent = this.#startRequest({ step: 'signing', ...connected })
    try {
      return await new Promise<Signed>((resolve, reject) => {
        this.#abandon = () => reject(new WalletCancelled())
        sign(wallet.provider, address).then(resolve, reject)
      })
    } finally {
      if (isCurrent()) this.#set({ step: 'connected', ...connected })
    }
  }

  /** Stops waiting for a wallet that does not respond; a later response is ignored. */
  cancel(): void {
    const state = this.use.getState()
    this.#supersede()
    if (state.step === 'connecting') this.#set({ step: 'disconnected' })
    if (state.step === 'signing') this.#set({ ...state, step: 'connected' })
  }

  /** Disconnects the wallet, and asks it to revoke this page's permission. */
  disconnect(): void {
    const state = this.use.getState()
    this.reset()
    if (!('address' in state)) return
    const params = [{ eth_accounts: {} }]
    // Not every wallet supports this; the page has disconnected in any case.
    state.wallet.provider.request({ method: 'wallet_revokePermissions', params }).catch(() => null)
  }

  /** Resets the connection when the form closes, without revoking the wallet's permission. */
  reset(): void {
    this.#supersede()
    this.#unsubscribe()
    this.#unsubscribe = () => undefined
    this.#set({ step: 'disconnected' })
  }

  /** Listens to the connected wallet: it may switch accounts or chains, or be locked. */
  #subscribe({ provider }: Wallet): void {
    const onAccounts = (accounts: unknown) => this.#onAccountsChanged(accounts)
    const onChain = (value: unknown) => {
      const state = this.use.getState()
      if ('address' in state) this.#set({ ...state, chainId: parseChainId(value) })
    }
    provider.on?.('accountsChanged', onAccounts)
    provider.on?.('chainChanged', onChain)
    this.#unsubscribe = () => {
      provider.removeListener?.('accountsChanged', onAccounts)
      provider.removeListener?.('chainChanged', onChain)
    }
  }

  /**
   * Switches to the selected account, or disconnects if there is none. A signature in progress would be for the
   * previous account, so the user has to sign again.
   */
  #onAccountsChanged(accounts: unknown): void {
    const state = this.use.getState()
    const [address] = Array.isArray(accounts) ? accounts : []
    // While the signature is being sent, changes in the wallet have no effect.
    if (!('address' in state) || state.step === 'sending' || state.address === address) return
    if (typeof address !== 'string') {
      this.reset()
      this.#set({ step: 'disconnected', error: LOCKED })
      return
    }
    this.#supersede()
    const { wallet, chainId } = state
    const note = t('Your wallet switched accounts.')
    this.#set({ step: 'connected', wallet, address, chainId, note })
  }

  /** Starts a request and sets the state. The returned function tells whether this request is still the latest. */
  #startRequest(state: Connection): () => boolean {
    this.#supersede()
    const requestNumber = this.#requestNumber
    this.#set(state)
    return () => requestNumber === this.#requestNumber
  }

  /** The response to the request that is open is ignored. */
  #supersede(): void {
    this.#requestNumber += 1
    this.#abandon()
  }

  #set(state: Connection): void {
    this.use.setState(state, true)
  }
}
