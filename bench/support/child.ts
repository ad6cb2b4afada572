/** Processes of their own, for what must be measured alone. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'

const run = promisify(execFile)

const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

/** Makes one plain script of a TypeScript file: what translates it must not count as its memory. */
export async function bundleForNode(source: URL, outfile: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(source)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: outfile.endsWith('.mjs') ? 'esm' : 'cjs',
    // Some peers ask for modules in the older way.
    banner: { js: outfile.endsWith('.mjs') ? REQUIRE : '' },
    logLevel: 'error',
  })
}

/** Runs a script in a Node of its own; its one line of output is JSON. */
export async function runScript<T>(script: string, args: readonly string[]): Promise<T> {
  const { stdout } = await run(process.execPath, [script, ...args])
  return JSON.parse(stdout) as T
}

/**
 * CPU milliseconds (user and system) of `node …args` from start to end. Exit codes in `allowed` are
 * fine. The shell's `times` tells what its children took.
 */
export async function cpuOfNode(args: readonly string[], allowed: number): Promise<number> {
  const script = `"$@" > /dev/null; test $? -eq ${allowed} || exit 99; times`
  const { stdout } = await run('sh', ['-c', script, 'sh', process.execPath, ...args])
  const [, children = ''] = stdout.trim().split('\n')
  const found = [...children.matchAll(/(\d+)m([\d.]+)s/g)]
  if (found.length !== 2) throw new Error(`the shell's times are not understood: ${stdout}`)
  return found.reduce((sum, [, m, s]) => sum + Number(m) * 60_000 + Number(s) * 1000, 0)
}
