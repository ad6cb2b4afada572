import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../release/paths.ts'

const POLL_INTERVAL_MS = 500

/**
 * Starts the system with `npm start` unless one runs at `origin`, and waits until it serves pages. Returns the process it
 * started, or null.
 *
 * @throws Error if the process ends first
 */
export async function ensureSystem(
  origin: string,
  log: (line: string) => void,
): Promise<ChildProcess | null> {
  if (await servesPages(origin)) return null
  log(`no system at ${origin}: starting one with \`npm start\``)
  const { port } = new URL(origin)
  const env = { ...process.env, ...(port && { PORT: port }) }
  // In a group of its own, so that Ctrl-C reaches only this process, which then stops the system.
  const system = spawn(process.execPath, [path.join(ROOT, 'launcher/start.mjs')], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
    detached: true,
  })
  while (!(await servesPages(origin))) {
    if (system.exitCode !== null) throw new Error('the system did not start, see above')
    await delay(POLL_INTERVAL_MS)
  }
  return system
}

/** Stops a system that {@link ensureSystem} started. */
export async function stopSystem(system: ChildProcess | null): Promise<void> {
  if (system === null || system.exitCode !== null) return
  system.kill('SIGTERM')
  await once(system, 'exit')
}

async function servesPages(origin: string): Promise<boolean> {
  return fetch(origin).then(
    ({ ok }) => ok,
    () => false,
  )
}
