/**
 * Runs `npm start` with its data on a disk of fixed size that a test can fill. The disk is a tmpfs in a mount namespace
 * of its own, which needs no rights, is invisible to other processes, and disappears with the launcher.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@inkproof/launcher/process/free-port'
import { isRunning, readRunning } from '@inkproof/launcher/process/pid-file'
import { waitFor } from '@inkproof/launcher/process/wait'
import { ROOT, toolsFolder } from '@inkproof/launcher/testing/test-folder'
import type { Readiness } from '@inkproof/protocol/health'

const READY_TIMEOUT_MS = 400_000
const FILL_NAME = 'other-files'

export type SmallDisk = {
  origin: string
  /** The data folder, as other processes can open it. */
  data: string
  launcher: ChildProcess
  /** What the launcher has printed. */
  output(): string
  /** Process ids of everything that the launcher has started, by name. */
  processes(): Map<string, number>
  /** Returns the readiness of a process of docker-compose.yml, with the details for the operator. */
  readiness(process: string): Promise<Readiness | undefined>
  /** The port that was assigned to a part. */
  port(name: string): number
  /** Fills the disk until nothing more can be written. */
  fill(): void
  /** Deletes what `fill` wrote. */
  free(): void
  /** Stops the launcher with a signal; resolves with its exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>
}

/** Resolves when the system is ready. @throws Error if this machine allows no such disk, or the start fails */
export async function startOnSmallDisk(size: string, env: NodeJS.ProcessEnv): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-small-disk-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const mount = `mount -t tmpfs -o size=${size} inkproof "$0" || exit 77; ln -s "$1" "$0/tools"`
  const launcher = spawn(
    'unshare',
    [
      ...['--map-root-user', '--mount', 'sh', '-c'],
      `${mount}; exec "${process.execPath}" launcher/start.mjs`,
      ...[folder, toolsFolder()],
    ],
    { cwd: ROOT, env: { ...process.env, ...env, INKPROOF_DATA: folder, PORT: `${port}` } },
  )
  const chunks: string[] = []
  launcher.stdout.on('data', (bytes) => chunks.push(String(bytes)))
  launcher.stderr.on('data', (bytes) => chunks.push(String(bytes)))
  const output = () => chunks.join('')
  const started = { error: undefined as Error | undefined }
  launcher.once('error', (error) => {
    started.error = error
  })
  const isReady = async () => {
    if (started.error || launcher.exitCode !== null)
      throw new Error(
        'The launcher did not start on a disk of fixed size, which this test makes with `unshare --map-root-user ' +
          `--mount\` and \`mount -t tmpfs\`: ${started.error?.message ?? output()}`,
      )
    return output().includes('ready  http')
  }
  await waitFor(isReady, { timeoutMs: READY_TIMEOUT_MS, what: 'the system' })
  // The mount is visible only in the launcher's namespace.
  const data = `/proc/${launcher.pid}/root${folder}`
  const portOf = (name: string) => JSON.parse(readFileSync(join(data, 'ports.json'), 'utf8'))[name]
  return {
    origin,
    data,
    launcher,
    output,
    port: portOf,
    processes: () =>
      new Map(readRunning(join(data, 'run')).map(({ name, pid }) => [name, pid] as const)),
    readiness: (name) => readReadiness(portOf(`${name}-1`), data),
    fill: () => fill(join(data, FILL_NAME)),
    free: () => rmSync(join(data, FILL_NAME), { force: true }),
    stop: async (signal) => {
      const hasExited = launcher.exitCode !== null || launcher.signalCode !== null
      const exited = hasExited ? [launcher.exitCode] : once(launcher, 'exit')
      launcher.kill(signal)
      const [code] = await exited
      rmSync(folder, { recursive: true, force: true })
      return code as number | null
    },
  }
}

/** Returns those of these processes that are still running. */
export function stillRunning(processes: ReadonlyMap<string, number>): string[] {
  return [...processes].flatMap(([name, pid]) => (isRunning(pid) ? [name] : []))
}

async function readReadiness(port: number, data: string): Promise<Readiness | undefined> {
  const [, token] =
    /^MONITORING_TOKEN=(.*)$/m.exec(readFileSync(join(data, 'keys.env'), 'utf8')) ?? []
  const headers = { authorization: `Bearer ${token?.replaceAll(/["']/g, '')}` }
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { headers })
    return (await response.json()) as Readiness
  } catch {
    return undefined
  }
}

function fill(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (const size of [2 ** 20, 4096]) writeUntilFull(file, Buffer.alloc(size, 1))
  } finally {
    closeSync(file)
  }
}

function writeUntilFull(file: number, chunk: Buffer): void {
  try {
    while (writeSync(file, chunk) === chunk.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
