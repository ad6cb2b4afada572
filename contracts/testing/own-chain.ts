/** A chain of its own for tests that would disturb others: no deployer, or blocks mined by hand. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { JsonRpcProvider } from 'ethers'
import { testChain } from './chain.ts'

/** A running node; `stop` ends the process and resolves when it is gone. */
export type OwnChain = {
  readonly url: string
  readonly provider: JsonRpcProvider
  readonly stop: () => Promise<void>
}

/** Starts a node with these further arguments, and waits until it answers. */
export async function startOwnChain(...args: string[]): Promise<OwnChain> {
  return startOwnChainAt(await freePort(), ...args)
}

/** The same on a port that was chosen before. */
export async function startOwnChainAt(port: number, ...args: string[]): Promise<OwnChain> {
  const node = spawn(nodeBinary(), ['--port', String(port), '--silent', ...args], {
    stdio: 'ignore',
  })
  const gone = once(node, 'exit')
  const url = `http://127.0.0.1:${port}`
  const provider = testChain(url)
  await untilAnswers(provider)
  const stop = async () => {
    provider.destroy()
    node.kill()
    await gone
  }
  return { url, provider, stop }
}

/** The binary itself, not the script around it, whose end would leave the node behind. */
function nodeBinary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : 'arm64'}`
  return join(createRequire(import.meta.url).resolve(`${name}/package.json`), '..', 'bin', 'anvil')
}

async function untilAnswers(provider: JsonRpcProvider): Promise<void> {
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

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (!address || typeof address === 'string') throw new Error('no port for a test chain')
  return address.port
}
