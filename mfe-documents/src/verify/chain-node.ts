import type { BlockSource } from '@inkproof/proof/block-source'
import { nodeFromRpc, type Rpc } from '@inkproof/proof/chain-rpc'
import { TimeoutError } from 'es-toolkit/error'
import { withTimeout } from 'es-toolkit/promise'
import { installationRpc } from './installation.api.ts'
import type { ReadingAnswer, ReadingCall } from './reading-calls.ts'
import type { NodeChoice } from './verify-options.store.ts'

/** After this time, the node counts as not answering. */
const DEADLINE_MS = 15_000

type Wallet = { request: (call: { method: string; params: unknown }) => Promise<unknown> }

/** Many files are often in one block, so answers are cached briefly. */
const REMEMBERED_MS = 3000

let source: { choice: NodeChoice; blocks: BlockSource } | undefined

/** The source of block hashes that the reader chose. */
export function blockSource(choice: NodeChoice): BlockSource {
  if (source?.choice !== choice) source = { choice, blocks: newSource(choice) }
  return source.blocks
}

function newSource(choice: NodeChoice): BlockSource {
  switch (choice.kind) {
    case 'offline':
      return { kind: 'offline' }
    case 'installation':
      return { kind: 'node', node: nodeFromRpc(remembering(installationRpc)) }
    case 'wallet':
      return { kind: 'node', node: nodeFromRpc(walletRpc) }
    case 'url':
      return { kind: 'node', node: nodeFromRpc(remembering(workerRpc(choice.url))) }
  }
}

export function wallet(): Wallet | null {
  const found = (globalThis as { ethereum?: Wallet }).ethereum
  return typeof found?.request === 'function' ? found : null
}

function remembering(rpc: Rpc): Rpc {
  const answers = new Map<string, Promise<unknown>>()
  return (method, params) => {
    const key = JSON.stringify([method, params])
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = rpc(method, params)
    answers.set(key, answer)
    const forget = () => answers.delete(key)
    answer.then(() => setTimeout(forget, REMEMBERED_MS), forget)
    return answer
  }
}

const walletRpc: Rpc = async (method, params) => {
  const found = wallet()
  if (found === null) throw new Error('there is no wallet in this browser.')
  return found.request({ method, params })
}

let reader: Worker | undefined
let calls = 0

/** The page's policy forbids other origins; this worker may call them, with a few read methods. */
function workerRpc(url: string): Rpc {
  return async (method, params) => {
    calls += 1
    const call: ReadingCall = { id: calls, url, method, params }
    const over = new AbortController()
    try {
      return await withTimeout(() => askReader(call, over.signal), DEADLINE_MS)
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error
      throw new Error(`no answer within ${DEADLINE_MS / 1000} s.`)
    } finally {
      over.abort()
    }
  }
}

function askReader(call: ReadingCall, signal: AbortSignal): Promise<unknown> {
  reader ??= new Worker(new URL('./chain-reader.worker.ts', import.meta.url))
  const asked = reader
  return new Promise((resolve, reject) => {
    asked.addEventListener(
      'message',
      (event: MessageEvent<ReadingAnswer>) => {
        if (event.data.id !== call.id) return
        if ('result' in event.data) resolve(event.data.result)
        else reject(new Error(event.data.refusal))
      },
      { signal },
    )
    asked.postMessage(call)
  })
}
