/** Runs `npm run release -- --canary` and looks at it as the gateway's visitors do. */
import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '@inkproof/launcher/testing/test-folder'
import { RELEASE, type ReleaseCopy } from './release-copy.ts'

const POLL_MS = 100
const START_TIMEOUT_MS = 60_000
const MAX_AGENTS = 300

export type CanaryCommand = {
  kill(signal: NodeJS.Signals): void
  /** Resolves when the command has ended. `code` is null if it was killed. */
  ended: Promise<{ code: number | null; output: string }>
}

/** Starts a canary of `spec` (`mfe-x@<version>`) for half of the visitors, without opening its pages in a browser. */
export function startCanary(copy: ReleaseCopy, spec: string, ...options: string[]): CanaryCommand {
  const target = ['--out', copy.www, '--origin', copy.origin, '--no-browser']
  const args = [...RELEASE, ...target, '--canary', '50', ...options, spec]
  const child = spawn(process.execPath, args, { cwd: ROOT })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      output += bytes
    })
  return {
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, output }))),
  }
}

/** The names of two browsers: one whose visitors get the canary, and one whose visitors do not. */
export type Agents = { inside: string; outside: string }

/** Waits until the canary of a version runs. */
export async function findAgents(copy: ReleaseCopy, version: string): Promise<Agents> {
  const isInside = (agent: string) => getsVersion(copy, agent, version)
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const inside = await findAgent(isInside)
    // Only now: before the canary has started, all agents are outside.
    if (inside)
      return { inside, outside: await findAgent(async (agent) => !(await isInside(agent))) }
    if (Date.now() > deadline) throw new Error(`no canary of ${version} after a minute`)
  }
}

/** Returns the first of many agents that matches; empty if none does. */
async function findAgent(matches: (agent: string) => Promise<boolean>): Promise<string> {
  for (let index = 0; index < MAX_AGENTS; index++) {
    const agent = `Visitor/${index}`
    if (await matches(agent)) return agent
  }
  return ''
}

/** Whether visitors with this browser get a version, by the list of slices. */
export async function getsVersion(
  { origin }: ReleaseCopy,
  agent: string,
  version: string,
): Promise<boolean> {
  const response = await fetch(`${origin}/slices.json`, { headers: { 'user-agent': agent } })
  const { slices } = (await response.json()) as { slices: { version: string }[] }
  return slices.some((slice) => slice.version === version)
}

/** Waits until visitors with this browser no longer get a version. Returns how long that took, in milliseconds. */
export async function waitForEnd(
  copy: ReleaseCopy,
  agent: string,
  version: string,
): Promise<number> {
  const startedMs = Date.now()
  while (await getsVersion(copy, agent, version)) {
    if (Date.now() - startedMs > 2 * START_TIMEOUT_MS) throw new Error('the canary did not end')
    await delay(POLL_MS)
  }
  return Date.now() - startedMs
}

/** Reports visits with this version, as their browsers do, each with `failures` (0 or 1). */
export async function reportVisits(
  { origin }: ReleaseCopy,
  spec: string,
  visits: number,
  failures: 0 | 1,
): Promise<void> {
  const [name, version] = spec.split('@')
  const counts = { visits: 1, failures, errors: 0, violations: 0 }
  const body = JSON.stringify({ parts: [{ package: name, version, ...counts }] })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  for (let count = 0; count < visits; count++) {
    const { status } = await fetch(`${origin}/api/content/browser-reports`, init)
    if (status !== 204) throw new Error(`a report was answered with ${status}`)
  }
}

/** Reports visits without failures, one after the other, until the command has ended. */
export async function reportVisitsUntilEnd(
  copy: ReleaseCopy,
  spec: string,
  { ended }: CanaryCommand,
): Promise<void> {
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    await reportVisits(copy, spec, 1, 0)
    await delay(POLL_MS)
  }
}
