/** A separate chain for tests that break it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { httpRpc } from '@inkproof/proof/chain-rpc'
import { EMBEDDED_CHAIN_ID } from '@inkproof/proof/policy'
import { until } from './client.ts'

export type TestChain = {
  url: string
  rpc: (method: string, ...params: unknown[]) => Promise<unknown>
  stop(): Promise<void>
}

/** Mines blocks on top of each block with a transaction, as the installation's own chain does. */
export function settleBlocks(url: string): { stop(): void } {
  const rpc = httpRpc(url)
  const look = async () => {
    const block = (await rpc('eth_getBlockByNumber', ['latest', false])) as Block | null
    if (block?.transactions.length) await rpc('anvil_mine', ['0x2'])
  }
  // A test may have stopped its chain; the next attempt finds it again.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS)
  return { stop: () => clearInterval(timer) }
}

type Block = { transactions: unknown[] }

const LOOK_MS = 100

/** @param port the port to listen on; a free one by default */
export async function startChain({
  port = 0,
  chainId = Number(EMBEDDED_CHAIN_ID),
} = {}): Promise<TestChain> {
  const at = port || (await freePort())
  const url = `http://127.0.0.1:${at}`
  const args = ['--port', String(at), '--chain-id', String(chainId), '--slots-in-an-epoch', '1']
  const process = spawn(binary(), [...args, '--quiet'], { stdio: 'ignore' })
  const rpc = httpRpc(url)
  await until(
    () => rpc('eth_chainId', []).catch(() => null),
    (answer) => answer !== null,
  )
  return { url, rpc: (method, ...params) => rpc(method, params), stop: () => end(process) }
}

/** Path of the binary itself: ending the wrapper script would leave the node running. */
function binary(): string {
  const cpu = process.arch === 'arm64' ? 'arm64' : 'amd64'
  const description = `@foundry-rs/anvil-${process.platform}-${cpu}/package.json`
  return join(createRequire(import.meta.url).resolve(description), '..', 'bin', 'anvil')
}

async function end(process: ChildProcess): Promise<void> {
  const ended = once(process, 'exit')
  process.kill('SIGKILL')
  await ended
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
