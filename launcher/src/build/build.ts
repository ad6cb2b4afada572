/** Builds what changed: services with their own build script, slices with their release. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inputsHash } from '@inkproof/slice-kit/release/inputs'
import { plainEnv } from '../parts/part.ts'
import type { Commands } from '../process/commands.ts'

type Print = (line: string) => void

export type BuildContext = { root: string; commands: Commands; say: Print }

/** Builds a service into its `dist` unless the inputs are unchanged. Returns true if it built. */
export async function buildService(folder: string, context: BuildContext): Promise<boolean> {
  const { root, commands, say } = context
  const marks = join(root, 'node_modules/.cache/inkproof-build')
  const mark = join(marks, folder)
  const inputs = inputsHash(folder, root)
  if (existsSync(join(root, folder, 'dist')) && readOrEmpty(mark) === inputs) return false
  say(`building ${folder}`)
  await commands.run('npm', ['run', '--silent', 'build', '-w', folder], {
    cwd: root,
    env: plainEnv(process.env),
  })
  mkdirSync(dirname(mark), { recursive: true })
  writeFileSync(mark, inputs)
  return true
}

export type SliceRelease = {
  names: string[]
  out: string
  site: { embedded: boolean; mailbox?: string }
}

/**
 * Releases shell and slices into the folder that the gateway serves. Runs in a separate process, because webpack
 * keeps a processor busy and this process has others to supervise.
 */
export async function releaseSlices(
  release: SliceRelease,
  { root, commands, say }: BuildContext,
): Promise<void> {
  const script = join(import.meta.dirname, 'release-slices.ts')
  const args = ['--import', 'tsx', script, JSON.stringify(release)]
  await commands.run(process.execPath, args, {
    cwd: root,
    env: { ...plainEnv(process.env), NODE_ENV: 'production' },
    onLine: (line) => {
      if (!line.includes('(unchanged)')) say(line)
    },
  })
}

function readOrEmpty(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
