/** Runs the command line as a user does. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const INKPROOF = join(import.meta.dirname, '../../packages/cli/bin/inkproof.mjs')

/** Runs `inkproof <command>`; returns its exit code and first line of output. */
export async function inkproof(
  command: 'verify' | 'monitor',
  ...args: string[]
): Promise<{ code: number; line: string }> {
  const run = promisify(execFile)(process.execPath, [INKPROOF, command, ...args])
  const { code, stdout } = await run.then(
    (result) => ({ code: 0, stdout: result.stdout }),
    (error: { code: number; stdout: string }) => error,
  )
  return { code, line: stdout.split('\n')[0] ?? '' }
}
