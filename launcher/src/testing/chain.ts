/** Starts the embedded chain in a temporary folder. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chain } from '../parts/chain.ts'
import { startPart } from '../parts/start-part.ts'
import type { Supervised } from '../process/supervise.ts'
import { testContext } from './parts.ts'

/** Returns a folder and a function that starts a chain in it. Adds functions to `cleanups` that stop the chain and remove the folder. */
export async function setupChain(cleanups: (() => unknown)[]) {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-chain-'))
  cleanups.push(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'chain'))
  const context = { ...testContext(folder), print: () => undefined }
  const folders = { run: join(folder, 'run'), logs: join(folder, 'logs') }
  const start = async () => {
    const prepared = await chain.prepare(context)
    const processes: Supervised[] = []
    await startPart('chain', prepared, folders, (process) => processes.push(process))
    const process = processes[0]
    if (!process) throw new Error('the chain was not started')
    cleanups.push(() => process.stop())
    return { url: prepared.addresses.url, process }
  }
  return { folder, context, start }
}

export async function callChain(url: string, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(url, rpcMessage(method, params))
  return (await response.json()).result
}

/** A JSON-RPC call, as the options of `fetch`. */
export function rpcMessage(method: string, params: unknown[]) {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }
}
