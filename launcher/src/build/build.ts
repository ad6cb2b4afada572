/** Builds what has changed: services by their build script, slices by releasing them. */
import { join } from 'node:path'
import { inputsHash } from '@inkproof/slice-kit/release/inputs'
import { buildUnlessCurrent } from '@inkproof/slice-kit/release/stamp'
import { plainEnv } from '../parts/part.ts'
import type { Commands } from '../process/commands.ts'

type Print = (line: string) => void

export type BuildContext = { root: string; commands: Commands; print: Print }

/** Builds a service into its `dist` folder unless its sources are unchanged. Returns true if the service was built. */
export async function buildService(folder: string, context: BuildContext): Promise<boolean> {
  const { root, commands, print } = context
  return buildUnlessCurrent(join(root, folder, 'dist'), inputsHash(folder, root), async () => {
    print(`building ${folder}`)
    await commands.run('npm', ['run', '--silent', 'build', '-w', folder], {
      cwd: root,
      env: plainEnv(process.env),
    })
  })
}

export type SliceRelease = {
  names: string[]
  out: string
  site: { embedded: boolean; mailbox?: string }
}

/**
 * Releases the shell and slices into the folder that the gateway serves. Runs in a separate process, because webpack
 * would block this one, which supervises others.
 */
export async function releaseSlices(
  release: SliceRelease,
  { root, commands, print }: BuildContext,
): Promise<void> {
  const script = join(import.meta.dirname, 'release-slices.ts')
  const args = ['--import', 'tsx', script, JSON.stringify(release)]
  await commands.run(process.execPath, args, {
    cwd: root,
    env: { ...plainEnv(process.env), NODE_ENV: 'production' },
    onLine: (line) => {
      if (!line.includes('(unchanged)')) print(line)
    },
  })
}
