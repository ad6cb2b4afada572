/** Starts a real Ethereum node (anvil) for tests. The caller must stop it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { httpRpc, type Rpc } from '../chain-rpc.ts'

/** A running node; `stop` resolves when the process has exited. */
export type Anvil = { readonly rpc: Rpc; readonly url: string; stop(): Promise<void> }

/**
 * Starts anvil and resolves once it is listening.
 *
 * @param options.port the port to listen on; a free one by default
 * @param options.args additional arguments for anvil, such as `--hardfork`
 */
export async function startAnvil({
  port = 0,
  args = [],
}: {
  port?: number
  args?: readonly string[]
} = {}): Promise<Anvil> {
  const node = spawn(binaryPath(), ['--port', `${port}`, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = `http://${await waitUntilListening(node)}`
  return { rpc: httpRpc(url), url, stop: () => stop(node) }
}

/** Path of the binary itself: killing the wrapper script would leave the node running. */
function binaryPath(): string {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  const packageJson = `@foundry-rs/anvil-${process.platform}-${cpu}/package.json`
  return join(dirname(createRequire(import.meta.url).resolve(packageJson)), 'bin/anvil')
}

async function waitUntilListening(node: ChildProcess): Promise<string> {
  if (!node.stdout) throw new Error('anvil has no output')
  for await (const line of createInterface({ input: node.stdout })) {
    const address = /^Listening on (\S+)/.exec(line)?.[1]
    if (address) {
      node.stdout.resume()
      return address
    }
  }
  throw new Error('anvil exited before it was listening')
}

async function stop(node: ChildProcess): Promise<void> {
  const exited = once(node, 'exit')
  node.kill('SIGKILL')
  await exited
}
