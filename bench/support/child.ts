/** Runs scripts in separate processes, for measurements that must be isolated. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'

const run = promisify(execFile)

const REQUIRE_BANNER =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

/**
 * Bundles a TypeScript file into a plain script, so that the compiler's memory is not measured.
 */
export async function bundleForNode(source: URL, outfile: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(source)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: outfile.endsWith('.mjs') ? 'esm' : 'cjs',
    // Some peers call require().
    banner: { js: outfile.endsWith('.mjs') ? REQUIRE_BANNER : '' },
    logLevel: 'error',
  })
}

/** Runs a script in a separate Node process; its single line of output is parsed as JSON. */
export async function runScript<T>(script: string, args: readonly string[]): Promise<T> {
  const { stdout } = await run(process.execPath, [script, ...args])
  return JSON.parse(stdout) as T
}

/**
 * Measures the CPU milliseconds (user and system) of `node …args`. Rejects if the exit code is not
 * `expectedExitCode`. Uses the shell's `times`, which reports the CPU time of its child processes.
 */
export async function measureNodeCpuMs(
  args: readonly string[],
  expectedExitCode: number,
): Promise<number> {
  const script = `"$@" > /dev/null; test $? -eq ${expectedExitCode} || exit 99; times`
  const { stdout } = await run('sh', ['-c', script, 'sh', process.execPath, ...args])
  const [, children = ''] = stdout.trim().split('\n')
  const times = [...children.matchAll(/(\d+)m([\d.]+)s/g)]
  if (times.length !== 2) throw new Error(`cannot parse the output of the shell's times: ${stdout}`)
  return times.reduce((sum, [, m, s]) => sum + Number(m) * 60_000 + Number(s) * 1000, 0)
}
