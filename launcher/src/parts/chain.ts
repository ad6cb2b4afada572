/** The embedded chain: anvil from npm, with its state in the data folder. */
import { randomInt } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isHttpOk } from '../process/wait.ts'
import { type Part, type PartContext, PartUnavailable, type Prepared, plainEnv } from './part.ts'

export const chain: Part = { name: 'chain', prepare }

const require = createRequire(import.meta.url)

async function prepare(context: PartContext): Promise<Prepared> {
  const { CHAIN_URL } = context.env
  return CHAIN_URL ? externalChain(CHAIN_URL) : await embeddedChain(context)
}

function externalChain(url: string): Prepared {
  return {
    from: `CHAIN_URL, at ${new URL(url).host}`,
    addresses: { url },
    isReady: () => isChainReady(url),
  }
}

async function embeddedChain(context: PartContext): Promise<Prepared> {
  const { path, version } = findAnvil()
  const port = await context.port('chain')
  const folder = join(context.data, 'chain')
  const host = loopbackAddress()
  const url = `http://${host}:${port}`
  mkdirSync(folder, { recursive: true })
  return {
    from: `@foundry-rs/anvil ${version} from npm`,
    notice: 'The embedded chain proves nothing to others; set CHAIN_URL to use a real one.',
    addresses: { url },
    launch: {
      name: 'chain',
      command: path,
      args: anvilArguments({ host, port, folder }),
      cwd: folder,
      env: plainEnv(context.env),
      beforeStart: () => backUpState(folder, context),
    },
    isReady: () => isChainReady(url),
  }
}

/** Returns the binary, not its JavaScript wrapper: killing the wrapper would leave the binary running. */
function findAnvil(): { path: string; version: string } {
  const arch = process.arch === 'arm64' ? 'arm64' : 'amd64'
  const { platform } = process
  const name = `@foundry-rs/anvil-${platform}-${arch}`
  try {
    const description = require.resolve(`${name}/package.json`)
    const { version } = JSON.parse(readFileSync(description, 'utf8'))
    const binary = platform === 'win32' ? 'anvil.exe' : 'anvil'
    return { path: join(description, '..', 'bin', binary), version }
  } catch {
    throw new PartUnavailable({
      what: 'anvil, the embedded chain,',
      why: `the npm package ${name} is not installed (optional packages omitted, or platform not supported)`,
      fix: 'npm ci --include=optional; or set CHAIN_URL to another chain',
    })
  }
}

/**
 * Anyone who can reach anvil's port can mine, reset the chain and forge blocks: it checks no origin, host or password,
 * and any web site open on this machine can connect to its web socket. So anvil listens where no site can find it: on a
 * random one of 16 million loopback addresses, chosen at each startup. Systems other than Linux have only one such
 * address, where `--no-cors` alone has to suffice.
 */
function loopbackAddress(): string {
  if (process.platform !== 'linux') return '127.0.0.1'
  const [a, b, c] = [randomInt(256), randomInt(256), randomInt(1, 255)]
  return `127.${a}.${b}.${c}`
}

type ListenOptions = { host: string; port: number; folder: string }

function anvilArguments({ host, port, folder }: ListenOptions): string[] {
  return [
    ...['--host', host, '--port', String(port), '--no-cors', '--chain-id', '31337'],
    ...['--state', statePath(folder), '--state-interval', '2'],
    // With one slot per epoch, a block is final two blocks later.
    ...['--slots-in-an-epoch', '1', '--cache-path', join(folder, 'cache'), '--quiet'],
  ]
}

function isChainReady(url: string): Promise<boolean> {
  return isHttpOk(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
  })
}

/**
 * anvil writes its state in place, so a kill can leave a truncated file that it refuses to load. This keeps a backup
 * of the last readable state; the log re-anchors whatever the backup is missing.
 */
function backUpState(folder: string, { print }: PartContext): void {
  const backup = `${statePath(folder)}.last-good`
  if (isJson(statePath(folder))) replaceBackup(statePath(folder), backup)
  else if (existsSync(statePath(folder))) restoreBackup(backup, folder, print)
}

/** Keeps the earlier backup if the disk is too full for a new one. */
function replaceBackup(state: string, backup: string): void {
  try {
    copyFileSync(state, `${backup}.new`)
    renameSync(`${backup}.new`, backup)
  } catch {
    rmSync(`${backup}.new`, { force: true })
  }
}

function restoreBackup(backup: string, folder: string, print: PartContext['print']): void {
  renameSync(statePath(folder), `${statePath(folder)}.unreadable`)
  print('the chain was interrupted while saving its state; restoring the previous state')
  if (isJson(backup)) copyFileSync(backup, statePath(folder))
}

function statePath(folder: string): string {
  return join(folder, 'state.json')
}

function isJson(path: string): boolean {
  try {
    JSON.parse(readFileSync(path, 'utf8'))
    return true
  } catch {
    return false
  }
}
