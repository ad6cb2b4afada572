/** Debian packages: installed as root, else unpacked into a folder of ours. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, tryRun } from '../process/run.ts'
import type { PartContext } from './part.ts'

const LOCK_WAIT = ['-o', 'DPkg::Lock::Timeout=120']
const POLICY = '/usr/sbin/policy-rc.d'

let listsAreFresh: Promise<unknown> | undefined

export async function isDebian(): Promise<boolean> {
  return existsSync('/etc/debian_version') && (await tryRun('apt-get', ['--version'])) !== undefined
}

/** Installs packages without starting the services that some of them bring. */
export async function installDebian(packages: string[], context: PartContext): Promise<void> {
  context.say(`installing ${packages.join(', ')} from Debian: up to a minute`)
  const env = { ...context.env, DEBIAN_FRONTEND: 'noninteractive' }
  // An old list names versions that are no longer served; no list names none. Without a network
  // the install below says what is wrong.
  listsAreFresh ??= tryRun('apt-get', [...LOCK_WAIT, 'update', '-qq'], { env })
  await listsAreFresh
  await withoutServices(async () => {
    const args = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
    await run('apt-get', [...LOCK_WAIT, ...args], { env })
  })
}

/** Fetches packages and what they depend on, and unpacks them under the tools folder. */
export async function unpackDebian(packages: string[], context: PartContext): Promise<void> {
  context.say(
    `unpacking ${packages.join(', ')} from Debian into ${homeOf(context.tools)}: up to a minute`,
  )
  const archives = join(context.tools, 'debian-archives')
  const settings = privateApt(join(context.tools, 'debian-apt'))
  mkdirSync(archives, { recursive: true })
  listsAreFresh ??= tryRun('apt-get', [...settings, 'update', '-qq'])
  await listsAreFresh
  const simulated = ['install', '-s', '-qq', '--no-install-recommends', ...packages]
  const missing = missingPackages(await run('apt-get', [...settings, ...simulated]))
  // Those asked for in any case: one that is installed but not found would else be left out.
  const names = new Set([...packages, ...missing])
  await run('apt-get', [...settings, 'download', '-qq', ...names], { cwd: archives })
  const unpack = 'for archive in *.deb; do dpkg -x "$archive" "$0" && rm "$archive"; done'
  await run('sh', ['-c', unpack, homeOf(context.tools)], { cwd: archives })
}

/** Where programs of unpacked packages lie. */
export function unpackedFolders(tools: string): string[] {
  return ['usr/sbin', 'usr/bin', 'sbin', 'bin'].map((folder) => join(homeOf(tools), folder))
}

/** What an unpacked program needs to find its libraries. */
export function unpackedEnv(tools: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const machine = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }[process.arch as string]
  const folders = ['usr/lib', 'lib'].flatMap((folder) => [
    join(homeOf(tools), folder, machine ?? ''),
    join(homeOf(tools), folder),
  ])
  return { ...env, LD_LIBRARY_PATH: folders.join(':') }
}

export function homeOf(tools: string): string {
  return join(tools, 'debian')
}

/** `Inst name (version …)` lines of a simulated installation. */
function missingPackages(simulation: string): string[] {
  return [...simulation.matchAll(/^Inst (\S+)/gm)].flatMap((match) => match[1] ?? [])
}

/** Lists and caches of our own, as the system's are writable by root only. */
function privateApt(folder: string): string[] {
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

/** Debian starts a server as it installs it, on its usual port; this says no while we install. */
async function withoutServices(install: () => Promise<void>): Promise<void> {
  if (existsSync(POLICY)) return await install()
  writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await install()
  } finally {
    rmSync(POLICY, { force: true })
  }
}
