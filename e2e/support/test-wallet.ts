/**
 * A browser wallet backed by a real key: announced by EIP-6963, or present only at
 * `window.ethereum`.
 */
import { getBytes, Wallet } from 'ethers'
import type { BrowserContext, Page } from 'playwright-core'

type WalletRequest = { method: string; params: unknown[] }
type Failure = { code: number; message: string }
type WalletResponse = { result: unknown } | { error: Failure }

type Options = {
  name?: string
  source?: 'announced' | 'injected'
  key?: string
  chainId?: number
}

/** The icon of the wallet, in a single color; an announced wallet provides its own icon. */
const PICTURE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Crect width="8" height="8" fill="%230a7"/%3E%3C/svg%3E'

/** Installs a wallet into every page that a visitor opens from now on. */
export async function installWallet(context: BrowserContext, options: Options = {}) {
  const { name = 'Ink Wallet', source = 'announced', chainId = 31_337 } = options
  const id = `wallet${Math.random().toString(36).slice(2)}`
  const requests: WalletRequest[] = []
  const failures = new Map<string, Failure>()
  const ignored = new Set<string>()
  let signer = new Wallet(options.key ?? Wallet.createRandom().privateKey)

  async function respond(method: string, params: unknown[]): Promise<WalletResponse> {
    requests.push({ method, params })
    const error = failures.get(method)
    if (error) return { error }
    if (ignored.has(method)) return new Promise(() => undefined)
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return { result: [signer.address.toLowerCase()] }
      case 'eth_chainId':
        return { result: `0x${chainId.toString(16)}` }
      case 'personal_sign':
        return { result: await signer.signMessage(getBytes(String(params[0]))) }
      case 'wallet_revokePermissions':
        return { result: null }
      default:
        return { error: { code: 4200, message: `${method} is not supported` } }
    }
  }

  await context.exposeFunction(id, respond)
  await context.addInitScript(installProvider, { id, source, name, icon: PICTURE })
  const emit = (page: Page, event: string, value: unknown) =>
    page.evaluate(
      ([to, what, payload]) => {
        dispatchEvent(new CustomEvent(String(to), { detail: { event: what, value: payload } }))
      },
      [id, event, value] as const,
    )

  return {
    name,
    requests,
    address: () => signer.address,
    /** Makes this method fail from now on. */
    fail: (method: string, failure: Failure) => failures.set(method, failure),
    /** Leaves requests of this method unanswered from now on. */
    ignore: (method: string) => ignored.add(method),
    /** Restores normal behavior. */
    clearFaults: () => {
      failures.clear()
      ignored.clear()
    },
    /** Simulates a user who switches to another account in the wallet. */
    switchAccount: async (page: Page) => {
      signer = new Wallet(Wallet.createRandom().privateKey)
      await emit(page, 'accountsChanged', [signer.address.toLowerCase()])
    },
    lock: (page: Page) => emit(page, 'accountsChanged', []),
    switchChain: (page: Page, to: number) => emit(page, 'chainChanged', `0x${to.toString(16)}`),
  }
}

type ProviderOptions = { id: string; source: 'announced' | 'injected'; name: string; icon: string }

/** Runs in the page, before any of its scripts. */
function installProvider({ id, source, name, icon }: ProviderOptions): void {
  type Listener = (value: unknown) => void
  const page = globalThis as unknown as Record<string, unknown>
  const forward = page[id] as (method: string, params: unknown[]) => Promise<WalletResponse>
  const listeners: Record<string, Listener[]> = {}
  addEventListener(id, ({ detail }: CustomEventInit<{ event: string; value: unknown }>) => {
    for (const listener of listeners[detail?.event ?? ''] ?? []) listener(detail?.value)
  })
  const provider = {
    request: async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
      const response = await forward(method, params)
      if ('result' in response) return response.result
      throw Object.assign(new Error(response.error.message), { code: response.error.code })
    },
    on: (event: string, listener: Listener) => {
      listeners[event] = [...(listeners[event] ?? []), listener]
    },
    removeListener: (event: string, listener: Listener) => {
      listeners[event] = (listeners[event] ?? []).filter((candidate) => candidate !== listener)
    },
  }
  if (source === 'injected') {
    page['ethereum'] = provider
    return
  }
  const detail = Object.freeze({ info: { uuid: id, name, icon, rdns: `test.${id}` }, provider })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
}
