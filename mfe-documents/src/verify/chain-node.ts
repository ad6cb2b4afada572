import type { BlockSource } from '@inkproof/proof/block-source'
import { nodeFromRpc, type Rpc } from '@inkproof/proof/chain-rpc'
import { TimeoutError } from 'es-toolkit/error'
import { withTimeout } from 'es-toolkit/promise'
import { installationRpc } from './installation.api.ts'
import type { ReadCall, ReadCallResult } from './read-calls.ts'
import type { NodeChoice } from './verify-options.store.ts'

/** After this time, the node is considered unreachable. */
const NODE_TIMEOUT_MS = 15_000

type Wallet = { request: (call: { method: string; params: unknown }) => Promise<unknown> }

/** Many certificates are often anchored in the same block, so responses are cached briefly. */
const CACHE_MS = 3000

let source: { choice: NodeChoice; blocks: BlockSource } | undefined

/** The source of block hashes that the user chose. */
export function blockSource(choice: NodeChoice): BlockSource {
  if (source?.choice !== choice) source = { choice, blocks: newSource(choice) }
  return source.blocks
}

function newSource(choice: NodeChoice): BlockSource {
  switch (choice.kind) {
    case 'offline':
      return { kind: 'offline' }
    case 'installation':
      return { kind: 'node', node: nodeFromRpc(withCache(installationRpc)) }
    case 'wallet':
      return { kind: 'node', node: nodeFromRpc(walletRpc) }
    case 'url':
      return { kind: 'node', node: nodeFromRpc(withCache(workerRpc(choice.url))) }
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

let reader: Worker | undefined
let lastCallId = 0

/** Sends calls through the worker: the page's content security policy forbids requests to other origins. */
function workerRpc(url: string): Rpc {
  return async (method, params) => {
    lastCallId += 1
    const call: ReadCall = { id: lastCallId, url, method, params }
    const controller = new AbortController()
    try {
      return await withTimeout(() => callReader(call, controller.signal), NODE_TIMEOUT_MS)
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error
      throw new Error(`no response within ${NODE_TIMEOUT_MS / 1000} s.`)
    } finally {
      controller.abort()
    }
  }
}

function callReader(call: ReadCall, signal: AbortSignal): Promise<unknown> {
  reader ??= new Worker(new URL('./chain-reader.worker.ts', import.meta.url))
  const worker = reader
  return new Promise((resolve, reject) => {
    worker.addEventListener(
      'message',
      (event: MessageEvent<ReadCallResult>) => {
        if (event.data.id !== call.id) return
        if ('result' in event.data) resolve(event.data.result)
        else reject(new Error(event.data.error))
      },
      { signal },
    )
    worker.postMessage(call)
  })
}
