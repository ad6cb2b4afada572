/** Installs Debian packages when running as root; otherwise unpacks them into the tools folder. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, tryRun } from '../process/run.ts'
import type { PartContext } from './part.ts'

const LOCK_WAIT = ['-o', 'DPkg::Lock::Timeout=120']
const POLICY = '/usr/sbin/policy-rc.d'

let listsUpdated: Promise<unknown> | undefined

export async function isDebian(): Promise<boolean> {
  return existsSync('/etc/debian_version') && (await tryRun('apt-get', ['--version'])) !== undefined
}

/** Installs packages without starting the services that some of them contain. */
export async function installDebian(packages: string[], context: PartContext): Promise<void> {
  context.print(`installing ${packages.join(', ')} from Debian: up to a minute`)
  const env = { ...context.env, DEBIAN_FRONTEND: 'noninteractive' }
  // An outdated list refers to versions that are no longer available. Without a network, the installation below
  // reports the problem.
  listsUpdated ??= tryRun('apt-get', [...LOCK_WAIT, 'update', '-qq'], { env })
  await listsUpdated
  await withoutServices(async () => {
    const args = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
    await run('apt-get', [...LOCK_WAIT, ...args], { env })
  })
}

/** Downloads packages and their dependencies, and unpacks them under the tools folder. */
export async function unpackDebian(packages: string[], context: PartContext): Promise<void> {
  context.print(
    `unpacking ${packages.join(', ')} from Debian into ${unpackedRoot(context.tools)}: up to a minute`,
  )
  const archives = join(context.tools, 'debian-archives')
  const settings = privateAptOptions(join(context.tools, 'debian-apt'))
  mkdirSync(archives, { recursive: true })
  listsUpdated ??= tryRun('apt-get', [...settings, 'update', '-qq'])
  await listsUpdated
  const simulated = ['install', '-s', '-qq', '--no-install-recommends', ...packages]
  const missing = missingPackages(await run('apt-get', [...settings, ...simulated]))
  // The requested packages are always included: the simulation omits packages that are already installed, even if
  // their program was not found on the PATH.
  const names = new Set([...packages, ...missing])
  await run('apt-get', [...settings, 'download', '-qq', ...names], { cwd: archives })
  const unpack = 'for archive in *.deb; do dpkg -x "$archive" "$0" && rm "$archive"; done'
  await run('sh', ['-c', unpack, unpackedRoot(context.tools)], { cwd: archives })
}

/** Returns the folders of unpacked programs. */
export function unpackedFolders(tools: string): string[] {
  return ['usr/sbin', 'usr/bin', 'sbin', 'bin'].map((folder) => join(unpackedRoot(tools), folder))
}

/** Returns an environment in which an unpacked program finds its libraries. */
export function unpackedEnv(tools: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const triplet = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }[process.arch as string]
  const folders = ['usr/lib', 'lib'].flatMap((folder) => [
    join(unpackedRoot(tools), folder, triplet ?? ''),
    join(unpackedRoot(tools), folder),
  ])
  return { ...env, LD_LIBRARY_PATH: folders.join(':') }
}

export function unpackedRoot(tools: string): string {
  return join(tools, 'debian')
}

/** Parses the `Inst name (version …)` lines of a simulated installation. */
function missingPackages(simulation: string): string[] {
  return [...simulation.matchAll(/^Inst (\S+)/gm)].flatMap((match) => match[1] ?? [])
}

/** Returns the options for separate package lists and caches, because only root can write those of the system. */
function privateAptOptions(folder: string): string[] {
  for (const part of ['lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(folder, part), { recursive: true })
  }
  return [
    '-o',
    `Dir::State::lists=${join(folder, 'lists')}`,
    '-o',
    `Dir::Cache=${join(folder, 'cache')}`,
    '-o',
    'Debug::NoLocking=1',
    '-o',
    'APT::Sandbox::User=',
  ]
}

/** Prevents Debian from starting a server on its default port when installing it. */
async function withoutServices(install: () => Promise<void>): Promise<void> {
  if (existsSync(POLICY)) return await install()
  writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await install()
  } finally {
    rmSync(POLICY, { force: true })
  }
}
