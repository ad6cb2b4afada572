/** Starts a real Ethereum node for tests: anvil on a free port; the caller stops it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { httpRpc, type Rpc } from '../chain-rpc.ts'

/** Starts anvil with these arguments; resolves once it is listening. */
export async function startAnvil(
  ...args: string[]
): Promise<{ rpc: Rpc; url: string; stop: () => Promise<void> }> {
  const found = createRequire(import.meta.url).resolve(
    `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}/package.json`,
  )
  const node = spawn(join(dirname(found), 'bin/anvil'), ['--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = `http://${await listening(node)}`
  return { rpc: httpRpc(url), url, stop: () => stop(node) }
}

async function listening(node: ChildProcess): Promise<string> {
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
  const ended = once(node, 'exit')
  node.kill('SIGKILL')
  await ended
}
