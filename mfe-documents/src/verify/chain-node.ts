import type { BlockSource } from '@inkproof/proof/block-source'
import { nodeFromRpc, type Rpc } from '@inkproof/proof/chain-rpc'
import { workerRpc } from './chain-reader.ts'
import { installationRpc } from './installation.api.ts'
import type { NodeChoice } from './verify-options.store.ts'

type Wallet = { request: (call: { method: string; params: unknown }) => Promise<unknown> }

/** Many certificates are often anchored in the same block, so responses are cached briefly. */
const CACHE_MS = 3000

let source: { choice: NodeChoice; rpc: Rpc | null; blocks: BlockSource } | undefined

/** The source of block hashes that the user chose. */
export function blockSource(choice: NodeChoice): BlockSource {
  return sourceFor(choice).blocks
}

/** Calls the node that the user chose; null without one. */
export function rpcFor(choice: NodeChoice): Rpc | null {
  return sourceFor(choice).rpc
}

function sourceFor(choice: NodeChoice) {
  if (source?.choice !== choice) {
    const rpc = newRpc(choice)
    const blocks = rpc
      ? ({ kind: 'node', node: nodeFromRpc(rpc) } as const)
      : ({ kind: 'offline' } as const)
    source = { choice, rpc, blocks }
  }
  return source
}

function newRpc(choice: NodeChoice): Rpc | null {
  switch (choice.kind) {
    case 'none':
      return null
    case 'installation':
      return withCache(installationRpc)
    case 'wallet':
      return walletRpc
    case 'url':
      return withCache(workerRpc(choice.url))
  }
}

export function getWallet(): Wallet | null {
  const provider = (globalThis as { ethereum?: Wallet }).ethereum
  return typeof provider?.request === 'function' ? provider : null
}

function withCache(rpc: Rpc): Rpc {
  const responses = new Map<string, Promise<unknown>>()
  return (method, params) => {
    const key = JSON.stringify([method, params])
    const cached = responses.get(key)
    if (cached !== undefined) return cached
    const response = rpc(method, params)
    responses.set(key, response)
    const evict = () => responses.delete(key)
    response.then(() => setTimeout(evict, CACHE_MS), evict)
    return response
  }
}

const walletRpc: Rpc = async (method, params) => {
  const wallet = getWallet()
  if (wallet === null) throw new Error('there is no wallet in this browser.')
  return wallet.request({ method, params })
}
