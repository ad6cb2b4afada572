/** Creates a folder for one test run, and stops and deletes what interrupted runs left behind. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stopOrphans } from '../process/orphans.ts'
import { runsNow } from '../process/pid-file.ts'

export const ROOT = resolve(import.meta.dirname, '../../..')

/** Named after the process that creates it, so that a later run knows whether it is still in use. */
export async function makeTestFolder(kind: string): Promise<string> {
  const runs = join(ROOT, '.inkproof', 'tests')
  mkdirSync(runs, { recursive: true })
  for (const name of readdirSync(runs)) {
    if (!runsNow(Number(name.split('-')[0]))) await removeTestFolder(join(runs, name))
  }
  const folder = join(runs, `${process.pid}-${kind}`)
  mkdirSync(folder, { mode: 0o700 })
  return folder
}

export async function removeTestFolder(folder: string): Promise<void> {
  await stopOrphans(join(folder, 'run'))
  rmSync(folder, { recursive: true, force: true })
}

/** Downloaded programs are shared by all runs, and with `npm start`. */
export function toolsFolder(): string {
  return join(ROOT, '.inkproof', 'tools')
}
