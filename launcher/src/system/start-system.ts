/**
 * Starts the whole system of docker-compose.yml on this machine: for `npm start`, the browser tests, the fault
 * tests and the benchmarks.
 */
import { join, resolve } from 'node:path'
import { finalizeBlocks } from '../parts/finalize-blocks.ts'
import type { PartContext } from '../parts/part.ts'
import { makeCommands } from '../process/commands.ts'
import { stopOrphans } from '../process/orphans.ts'
import type { Supervised } from '../process/supervise.ts'
import { isHttpOk, waitFor } from '../process/wait.ts'
import { foldersOf, lockFolder, makeFolders, unlockFolder } from './data-folder.ts'
import { loadKeys } from './keys.ts'
import { planSystem } from './plan.ts'
import { createPortAssigner } from './ports.ts'
import { requireFreePort } from './require-free-port.ts'
import { keepReserve, type Reserve, requireSpace } from './reserve.ts'
import { type Report, type Running, runTasks, stopAll } from './run-tasks.ts'
import { SERVICES } from './services.ts'
import type { Task } from './tasks.ts'

/** The repository's root. */
export const ROOT = resolve(import.meta.dirname, '../../..')

export type SystemOptions = {
  /** The data folder; created if missing. */
  data: string
  /** The public port; 8080 by default. */
  port?: number
  /** Folder of downloaded programs; `data/tools` by default. */
  tools?: string
  /** Number of instances of a service, by its name in docker-compose.yml; one by default. */
  instances?: Readonly<Record<string, number>>
  /** The settings; this process's environment by default. */
  env?: NodeJS.ProcessEnv
  report?: Report
  /** Aborts a start in progress. */
  signal?: AbortSignal
}

export type System = {
  origin: string
  data: string
  /** The folder in which shell and slices are released. */
  www: string
  /** Addresses of parts and services by name; further instances are `name-2`, … */
  urls: Readonly<Record<string, string>>
  /** Stops a process until `restart`; the others continue. */
  halt(name: string): Promise<void>
  /** Stops a process gracefully if it is running, and starts it; resolves when it responds. */
  restart(name: string): Promise<void>
  /** Whether the process responds and is ready. */
  isReady(name: string): Promise<boolean>
  stop(): Promise<void>
}

const READY_TIMEOUT_MS = 30_000

/** Resolves when every part responds through the gateway; after a failure nothing is left running. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const folders = foldersOf(resolve(options.data))
  const { port = 8080, report = {}, env = process.env, instances = {} } = options
  const { signal = new AbortController().signal } = options
  const { PUBLIC_ORIGIN: origin = `http://localhost:${port}` } = env
  await requireSpace(folders.data)
  const keys = await loadKeys(folders.data, { ...env, PUBLIC_ORIGIN: origin })
  makeFolders(folders)
  lockFolder(folders)
  const running: Running = new Map()
  const commands = makeCommands()
  signal.addEventListener('abort', () => void commands.end(), { once: true })
  let reserve: Reserve | undefined
  try {
    const left = await stopOrphans(folders.run)
    if (left.length > 0)
      report.note?.(`stopped processes left by an earlier run: ${left.join(', ')}`)
    await requireFreePort(port)
    reserve = await keepReserve(folders.data, (line) => report.note?.(line))
    const context: PartContext = {
      data: folders.data,
      tools: options.tools ?? join(folders.data, 'tools'),
      port: createPortAssigner(folders.data),
      print: (line) => report.note?.(line),
      env,
    }
    const plan = await planSystem({
      root: ROOT,
      folders,
      keys,
      origin,
      gatewayPort: port,
      instances,
      context,
      commands,
    })
    for (const notice of plan.notices) report.note?.(notice)
    await runTasks(plan.tasks, running, report, signal)
    await waitUntilAllRespond(`http://localhost:${port}`, signal)
    const stopFinalizing = plan.embeddedChain ? finalizeBlocks(plan.embeddedChain) : () => undefined
    const stop = async () => {
      stopFinalizing()
      await commands.end()
      await stopAll(running)
      await reserve?.stop()
      unlockFolder(folders)
    }
    const { data, www } = folders
    return { origin, data, www, urls: plan.urls, stop, ...controls(running, plan.tasks) }
  } catch (error) {
    await commands.end()
    await stopAll(running)
    await reserve?.stop()
    unlockFolder(folders)
    throw error
  }
}

/** Waits for what a visitor needs: a page, the list of slices, and each service through the gateway. */
async function waitUntilAllRespond(address: string, signal: AbortSignal): Promise<void> {
  const paths = ['/', '/slices.json', '/log/policy.json']
  const services = SERVICES.map(({ name }) => `/api/health/${name}`)
  for (const path of [...paths, ...services]) {
    const what = `${path} at the gateway`
    await waitFor(() => isHttpOk(address + path), { timeoutMs: READY_TIMEOUT_MS, what, signal })
  }
}

function controls(running: Running, tasks: readonly Task[]) {
  const get = (name: string): Supervised => {
    const found = running.get(name)
    if (found) return found
    throw new Error(`there is no process ${name}, only ${[...running.keys()].join(', ')}`)
  }
  const isReady = async (name: string) =>
    (await tasks.find((task) => task.name === name)?.isReady()) ?? false
  return {
    halt: (name: string) => get(name).stop(),
    isReady,
    restart: async (name: string) => {
      await get(name).restart()
      await waitFor(() => isReady(name), { timeoutMs: READY_TIMEOUT_MS, what: name })
    },
  }
}
