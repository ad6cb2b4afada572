import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../release/paths.ts'
import type { AtEnd } from './until-signal.ts'

const POLL_INTERVAL_MS = 500

/**
 * Starts the system with `npm start` unless one runs at `origin`, and waits until it serves pages. Registers with `atEnd` how to
 * stop the system it started, before it waits.
 *
 * @param program the script of `npm start`, absolute
 * @throws Error if the process ends first
 */
export async function ensureSystem(
  origin: string,
  log: (line: string) => void,
  atEnd: AtEnd,
  program = path.join(ROOT, 'launcher/start.mjs'),
): Promise<void> {
  if (await servesPages(origin)) return
  log(`no system at ${origin}: starting one with \`npm start\``)
  const { port } = new URL(origin)
  const env = { ...process.env, ...(port && { PORT: port }) }
  // In a group of its own, so that Ctrl-C reaches only this process, which then stops the system.
  const system = spawn(process.execPath, [program], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
    detached: true,
  })
  atEnd(() => stopSystem(system))
  while (!(await servesPages(origin))) {
    if (hasEnded(system)) throw new Error('the system did not start, see above')
    await delay(POLL_INTERVAL_MS)
  }
}

async function stopSystem(system: ChildProcess): Promise<void> {
  if (hasEnded(system)) return
  system.kill('SIGTERM')
  await once(system, 'exit')
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function servesPages(origin: string): Promise<boolean> {
  return fetch(origin).then(
    ({ ok }) => ok,
    () => false,
  )
}
