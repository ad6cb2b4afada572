import type { Rpc } from '@inkproof/proof/chain-rpc'
import type { TileReader } from '@inkproof/proof/tile'
import { TimeoutError } from 'es-toolkit/error'
import { withTimeout } from 'es-toolkit/promise'
import type { ReadCall, ReadCallResult } from './read-calls.ts'

/** After this time, a node or a record is considered unreachable. */
const TIMEOUT_MS = 15_000

/** Calls a node at another address, through the worker: the page's own policy forbids requests to other origins. */
export function workerRpc(url: string): Rpc {
  return (method, params) => callReader({ id: nextId(), kind: 'rpc', url, method, params })
}

/** Reads the files of a record at another address, through the worker. */
export function workerTileReader(url: string): TileReader {
  return async (path) => {
    const bytes = await callReader({ id: nextId(), kind: 'file', url, path })
    if (!(bytes instanceof Uint8Array)) throw new Error(`no file ${path}`)
    return bytes
  }
}

let worker: Worker | undefined
let lastId = 0

function nextId(): number {
  lastId += 1
  return lastId
}

async function callReader(call: ReadCall): Promise<unknown> {
  const controller = new AbortController()
  try {
    return await withTimeout(() => send(call, controller.signal), TIMEOUT_MS)
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error
    throw new Error(`no response within ${TIMEOUT_MS / 1000} s.`)
  } finally {
    controller.abort()
  }
}

function send(call: ReadCall, signal: AbortSignal): Promise<unknown> {
  worker ??= new Worker(new URL('./chain-reader.worker.ts', import.meta.url))
  const reader = worker
  return new Promise((resolve, reject) => {
    reader.addEventListener(
      'message',
      (event: MessageEvent<ReadCallResult>) => {
        if (event.data.id !== call.id) return
        if ('result' in event.data) resolve(event.data.result)
        else reject(new Error(event.data.error))
      },
      { signal },
    )
    reader.postMessage(call)
  })
}
