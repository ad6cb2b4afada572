/** A wallet at `window.ethereum` with a key of its own, which can refuse, stay silent, or be a contract. */
import { randomBytes, to0x } from '@inkproof/proof/bytes'
import { walletKey } from '@inkproof/signing/testing/sample-keys'
import { act } from 'react'

type Behavior =
  | 'signs'
  | 'rejects'
  | 'is silent'
  | 'is locked'
  | 'is a contract'
  | 'signs with another key'
type Listener = (value: unknown) => void
type Call = { method: string; params?: unknown[] }

const ERRORS: Partial<Record<Behavior, number>> = { rejects: 4001, 'is locked': 4100 }

/** What the wallet showed: the messages of the typed data, in the order of the requests. */
export type TestWallet = Awaited<ReturnType<typeof installTestWallet>>

export async function installTestWallet() {
  let account = newAccount()
  const listeners = new Map<string, Listener>()
  const shown: Record<string, unknown>[] = []
  const wallet = { behavior: 'signs' as Behavior }

  async function sign(json: string): Promise<string> {
    const data = JSON.parse(json)
    shown.push({ primaryType: data.primaryType, ...data.message })
    const code = ERRORS[wallet.behavior]
    if (code !== undefined) throw Object.assign(new Error('refused'), { code })
    if (wallet.behavior === 'is silent') return new Promise(() => undefined)
    const by = wallet.behavior === 'signs with another key' ? newAccount() : account
    const signature = await by.signTypedData(data)
    return wallet.behavior === 'is a contract' ? `${signature}00` : signature
  }

  async function request({ method, params = [] }: Call): Promise<unknown> {
    if (method === 'eth_signTypedData_v4') return sign(String(params[1]))
    return method === 'eth_requestAccounts' ? [addressOf(account)] : null
  }

  const ethereum = {
    request,
    on: (event: string, listener: Listener) => listeners.set(event, listener),
    removeListener: (event: string) => listeners.delete(event),
  }
  Object.assign(globalThis, { ethereum })
  const emit = (accounts: string[]) => act(async () => listeners.get('accountsChanged')?.(accounts))
  return {
    wallet,
    shown,
    address: () => addressOf(account),
    lock: () => emit([]),
    switchAccount: () => {
      account = newAccount()
      return emit([addressOf(account)])
    },
    uninstall: () => Reflect.deleteProperty(globalThis, 'ethereum'),
  }
}

const newAccount = () => walletKey(randomBytes(32))

function addressOf({ publicKey }: ReturnType<typeof newAccount>): string {
  return publicKey.type === 'wallet' ? to0x(publicKey.address) : ''
}
