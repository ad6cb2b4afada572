import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { IS_OWN_REPOSITORY, ROOT } from './paths.ts'

const MAX_LINES = 20
const MAX_OUTPUT_BYTES = 20_000_000

/**
 * Checks the types of one part. `root` is the repository's root.
 *
 * @throws Error with the first errors
 */
export async function checkTypes(name: string, root = ROOT): Promise<void> {
  const lines = await findTypeErrors(name, { root })
  if (lines.length === 0) return
  throw new Error(`${name} was not published: its types have errors\n${lines.join('\n')}`)
}

/**
 * Returns the first type errors of one part, with the settings for code in browsers; of a slice in its own repository, with
 * its `tsconfig.json` and its version of TypeScript.
 */
export async function findTypeErrors(
  name: string,
  options: TypeCheckOptions = {},
): Promise<string[]> {
  const lines = await compile(await compilation(name, options.root ?? ROOT), options.signal)
  return lines.slice(0, MAX_LINES)
}

/** `signal` makes the check one that runs in the background, with low priority, until it is aborted. */
export type TypeCheckOptions = { root?: string; signal?: AbortSignal }

type Compilation = { compiler: string; config: string; root: string }

async function compilation(name: string, root: string): Promise<Compilation> {
  if (IS_OWN_REPOSITORY)
    return { compiler: 'typescript', config: path.join(root, 'tsconfig.json'), root }
  const folder = path.join(root, '.inkproof/types')
  const config = path.join(folder, `release-${name}.json`)
  await mkdir(folder, { recursive: true })
  const include = [`../../${name}/src`, '../../packages/slice-kit/src/css.d.ts']
  await writeFile(config, JSON.stringify({ extends: '../../tsconfig.browser.json', include }))
  return { compiler: 'typescript-native', config, root }
}

/** Returns the compiler's messages. */
function compile({ compiler, config, root }: Compilation, signal?: AbortSignal): Promise<string[]> {
  const require = createRequire(path.join(ROOT, 'package.json'))
  const tsc = path.join(path.dirname(require.resolve(`${compiler}/package.json`)), 'bin/tsc')
  const args = [tsc, '--noEmit', '--pretty', 'false', '-p', config]
  const options = { cwd: root, maxBuffer: MAX_OUTPUT_BYTES, ...(signal && { signal }) }
  return new Promise((resolve, reject) => {
    const { pid } = execFile(process.execPath, args, options, (error, stdout) => {
      const lines = stdout.split('\n').filter(Boolean)
      if (error !== null && lines.length === 0) reject(error)
      else resolve(error === null ? [] : lines)
    })
    if (signal && pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  })
}
