import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { ROOT } from './paths.ts'

const MAX_LINES = 20
const MAX_OUTPUT_BYTES = 20_000_000

/**
 * Checks the types of one part, with the settings for code in browsers. `root` is the repository's root.
 *
 * @throws Error with the first errors
 */
export async function checkTypes(name: string, root = ROOT): Promise<void> {
  const folder = path.join(root, '.inkproof/types')
  const config = path.join(folder, `release-${name}.json`)
  await mkdir(folder, { recursive: true })
  const include = [`../../${name}/src`, '../../packages/slice-kit/src/css.d.ts']
  await writeFile(config, JSON.stringify({ extends: '../../tsconfig.browser.json', include }))
  const lines = await compile(config, root)
  if (lines.length === 0) return
  const first = lines.slice(0, MAX_LINES).join('\n')
  throw new Error(`${name} was not published: its types have errors\n${first}`)
}

/** Returns the compiler's messages. */
function compile(config: string, root: string): Promise<string[]> {
  const require = createRequire(path.join(ROOT, 'package.json'))
  const tsc = path.join(path.dirname(require.resolve('typescript-native/package.json')), 'bin/tsc')
  const args = [tsc, '--noEmit', '--pretty', 'false', '-p', config]
  const options = { cwd: root, maxBuffer: MAX_OUTPUT_BYTES }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, options, (error, stdout) => {
      const lines = stdout.split('\n').filter(Boolean)
      if (error !== null && lines.length === 0) reject(error)
      else resolve(error === null ? [] : lines)
    })
  })
}
