/**
 * The embedded chain: anvil from npm, with its state in the data folder.
 *
 * anvil has no password: anyone who can connect to it can mine, reset the chain and forge blocks. It always listens on
 * TCP, so it listens at an address to which nobody can connect. chain-guard.mjs forwards requests that contain a secret,
 * which is new at each start, to anvil's socket file.
 */
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { canListen } from '../process/free-port.ts'
import { isHttpOk } from '../process/wait.ts'
import { type Part, type PartContext, PartUnavailable, type Prepared, plainEnv } from './part.ts'

export const chain: Part = { name: 'chain', prepare }

const require = createRequire(import.meta.url)
const CHAIN_GUARD = join(import.meta.dirname, 'chain-guard.mjs')

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

/**
 * A multicast address: TCP does not support connections to it (RFC 9293, section 3.9.2.3), but Linux lets a server listen there.
 * This one is reserved for examples (RFC 6676).
 */
const UNREACHABLE_ADDRESS = '233.252.0.1'

async function embeddedChain(context: PartContext): Promise<Prepared> {
  const anvil = findAnvil()
  const port = await context.port('chain')
  const folder = join(context.data, 'chain')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  const isGuarded = await canListen(0, UNREACHABLE_ADDRESS)
  const node = (isGuarded ? guardedNode : unguardedNode)({ port, folder, anvil: anvil.path })
  const env = { ...plainEnv(context.env), ...node.env }
  const beforeStart = () => backUpState(folder, context)
  return {
    from: `@foundry-rs/anvil ${anvil.version} from npm`,
    notice: `The embedded chain proves nothing to others; set CHAIN_URL to use a real one.${node.notice ?? ''}`,
    addresses: { url: node.url },
    launch: { name: 'chain', ...node.program, cwd: folder, env, beforeStart },
    isReady: () => isChainReady(node.url),
  }
}

type NodeOptions = { port: number; folder: string; anvil: string }

type ChainNode = {
  url: string
  program: { command: string; args: string[] }
  env?: NodeJS.ProcessEnv
  notice?: string
}

function guardedNode({ port, folder, anvil }: NodeOptions): ChainNode {
  const secret = randomBytes(24).toString('base64url')
  const args = anvilArguments({ host: UNREACHABLE_ADDRESS, port: 0, folder })
  return {
    url: `http://127.0.0.1:${port}/${secret}`,
    program: { command: process.execPath, args: [CHAIN_GUARD, String(port), anvil, ...args] },
    env: { CHAIN_SECRET: secret },
  }
}

/** Runs anvil without protection, for systems on which a server cannot listen at a multicast address, such as macOS. */
export function unguardedNode({ port, folder, anvil }: NodeOptions): ChainNode {
  const host = '127.0.0.1'
  return {
    url: `http://${host}:${port}`,
    program: { command: anvil, args: anvilArguments({ host, port, folder }) },
    notice:
      ' On this system, other users of this computer can call the embedded chain, and so can any web page that guesses its port.',
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
