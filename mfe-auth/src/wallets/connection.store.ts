/** The wallet a person is connecting or signing with. One at a time: only one form of it is on screen. */
import type { SignedMessage, WalletPurpose } from '@inkproof/protocol/wallets'
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

/** What is done with the signature, and what it is called where it fails without a word. */
export type Signing = {
  purpose: WalletPurpose
  send: (signed: SignedMessage) => Promise<void>
  fallback: string
}

const NO_WALLET = 'MetaMask or other Web3 wallet not found. Please install a Web3 wallet.'
const NOT_CONNECTED = 'Please connect your wallet first'
const CONNECT_FAILED = 'Failed to connect wallet'
const LOCKED = 'Your wallet was locked or disconnected. Connect it again to go on.'

export const useConnection = create<Connection>()(() => ({ step: 'apart' }))

/** Counts what was asked of a wallet: an answer to an older question is not listened to. */
let question = 0
let unfollow: () => void = () => undefined

/** Asks a wallet for its accounts. */
export async function connect(wallet: Wallet | undefined): Promise<void> {
  if (!wallet) return set({ step: 'apart', error: NO_WALLET, isMissing: true })
  const isCurrent = ask({ step: 'connecting', wallet })
  try {
    const [address] = await accountsOf(wallet.provider, 'eth_requestAccounts')
    if (!isCurrent()) return
    if (address === undefined) throw new Error(CONNECT_FAILED)
    const chainId = await chainOf(wallet.provider)
    if (!isCurrent()) return
    set({ step: 'connected', wallet, address, chainId })
    unfollow = follow(wallet)
  } catch (error) {
    if (isCurrent()) set({ step: 'apart', error: sentenceOf(error, CONNECT_FAILED) })
  }
}

/** Has the connected wallet sign, and hands the signature on. */
export async function sign({ purpose, send, fallback }: Signing): Promise<void> {
  const state = useConnection.getState()
  if (state.step === 'apart') return set({ step: 'apart', error: NOT_CONNECTED })
  if (state.step !== 'connected') return
  const { wallet, address, chainId } = state
  const connected = { wallet, address, chainId }
  const isCurrent = ask({ step: 'signing', ...connected })
  try {
    const signed = await signWithWallet(wallet.provider, address, purpose)
    if (!isCurrent()) return
    set({ step: 'sending', ...connected })
    await send(signed)
    if (isCurrent()) set({ step: 'connected', ...connected })
  } catch (error) {
    if (isCurrent()) set({ step: 'connected', ...connected, error: sentenceOf(error, fallback) })
  }
}

/** Stops waiting for a wallet that does not answer; an answer that comes later has no effect. */
export function cancel(): void {
  const state = useConnection.getState()
  question += 1
  if (state.step === 'connecting') set({ step: 'apart' })
  if (state.step === 'signing') set({ ...state, step: 'connected' })
}

/** Lets go of the wallet, and asks it to forget this page where it can. */
export function disconnect(): void {
  const state = useConnection.getState()
  forgetConnection()
  if (!('wallet' in state)) return
  const params = [{ eth_accounts: {} }]
  // Not every wallet can; for this page it is disconnected either way.
  state.wallet.provider.request({ method: 'wallet_revokePermissions', params }).catch(() => null)
}

/** Not connected, as the form closes: the wallet is not asked to forget anything. */
export function forgetConnection(): void {
  question += 1
  unfollow()
  unfollow = () => undefined
  set({ step: 'apart' })
}

/** Follows the wallet while it is connected: another account, another chain, locked. */
function follow({ provider }: Wallet): () => void {
  const onAccounts = (accounts: unknown) => {
    const [address] = Array.isArray(accounts) ? accounts : []
    if (typeof address === 'string') switchTo(address)
    else lose()
  }
  const onChain = (value: unknown) => {
    const state = useConnection.getState()
    if ('address' in state) set({ ...state, chainId: chainNumber(value) })
  }
  provider.on?.('accountsChanged', onAccounts)
  provider.on?.('chainChanged', onChain)
  return () => {
    provider.removeListener?.('accountsChanged', onAccounts)
    provider.removeListener?.('chainChanged', onChain)
  }
}

/** What was being signed was for the account before: the person is asked again. */
function switchTo(address: string): void {
  const state = useConnection.getState()
  if (!('address' in state) || state.address === address || state.step === 'sending') return
  question += 1
  const { wallet, chainId } = state
  set({ step: 'connected', wallet, address, chainId, note: 'Your wallet switched accounts.' })
}

function lose(): void {
  if (useConnection.getState().step === 'sending') return
  forgetConnection()
  set({ step: 'apart', error: LOCKED })
}

/** Begins a question; the answer says whether it is still the newest. */
function ask(state: Connection): () => boolean {
  question += 1
  const mine = question
  set(state)
  return () => mine === question
}

function set(state: Connection): void {
  useConnection.setState(state, true)
}
