/** Creates a folder for one test run, and cleans up after interrupted runs. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stopOrphans } from '../process/orphans.ts'
import { isRunning } from '../process/pid-file.ts'

export const ROOT = resolve(import.meta.dirname, '../../..')

/** Creates a folder named after this process, so that a later run knows whether it is still in use. */
export async function makeTestFolder(kind: string): Promise<string> {
  const runs = join(ROOT, '.inkproof', 'tests')
  mkdirSync(runs, { recursive: true })
  for (const name of readdirSync(runs)) {
    if (!isRunning(Number(name.split('-')[0]))) await removeTestFolder(join(runs, name))
  }
  const folder = join(runs, `${process.pid}-${kind}`)
  mkdirSync(folder, { mode: 0o700 })
  return folder
}

export async function removeTestFolder(folder: string): Promise<void> {
  await stopOrphans(join(folder, 'run'))
  rmSync(folder, { recursive: true, force: true })
}

/** The folder of downloaded programs, shared by all runs and `npm start`. */
export function toolsFolder(): string {
  return join(ROOT, '.inkproof', 'tools')
}
