/**
 * Starts a separate chain for tests that would disturb others: without the deployer, or with blocks
 * mined on request.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { JsonRpcProvider } from 'ethers'
import { testChain } from './chain.ts'

/** A running node; `stop` ends the process and resolves when it has exited. */
export type SeparateChain = {
  readonly url: string
  readonly provider: JsonRpcProvider
  readonly stop: () => Promise<void>
}

/** Starts a node with these additional arguments and waits until it answers. */
export async function startSeparateChain(...args: string[]): Promise<SeparateChain> {
  return startSeparateChainAt(await freePort(), ...args)
}

/** Starts a node on a port chosen by the caller. */
export async function startSeparateChainAt(
  port: number,
  ...args: string[]
): Promise<SeparateChain> {
  const node = spawn(nodeBinary(), ['--port', String(port), '--silent', ...args], {
    stdio: 'ignore',
  })
  const gone = once(node, 'exit')
  const url = `http://127.0.0.1:${port}`
  const provider = testChain(url)
  await waitUntilReady(provider)
  const stop = async () => {
    provider.destroy()
    node.kill()
    await gone
  }
  return { url, provider, stop }
}

/** Path of the binary itself: killing the wrapper script would leave the node running. */
function nodeBinary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : 'arm64'}`
  return join(createRequire(import.meta.url).resolve(`${name}/package.json`), '..', 'bin', 'anvil')
}

async function waitUntilReady(provider: JsonRpcProvider): Promise<void> {
  const endMs = Date.now() + 10_000
  for (;;) {
    try {
      await provider.send('eth_chainId', [])
      return
    } catch (error) {
      if (Date.now() > endMs) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** Returns a port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (!address || typeof address === 'string') throw new Error('no free port for a test chain')
  return address.port
}
