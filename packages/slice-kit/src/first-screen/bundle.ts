import { createRequire } from 'node:module'
import path from 'node:path'
import { build, type Plugin } from 'esbuild'

const KIT_FOLDER = path.resolve(import.meta.dirname, '..')

/**
 * Bundles a script of this folder for Node.js, with the modules of the part in `dir` and the same replacements of
 * packages as in the part's build for browsers. `rendered-part` is the part's module `entry`. Styles are omitted.
 */
export async function bundleForNode(dir: string, script: string, entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, script)],
    absWorkingDir: dir,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.url': '"file:///"' },
    loader: { '.css': 'empty' },
    legalComments: 'none',
    logLevel: 'error',
    plugins: [replacements(dir, path.join(dir, entry))],
  })
  return outputFiles[0]?.text ?? ''
}

function replacements(dir: string, entry: string): Plugin {
  const require = createRequire(path.join(dir, 'package.json'))
  const query = path.dirname(require.resolve('@tanstack/react-query/package.json'))
  const replaced: [filter: RegExp, file: string][] = [
    [/^rendered-part$/, entry],
    [/createLucideIcon\.mjs$/, path.join(KIT_FOLDER, 'shared/icon.mjs')],
    [/^@tanstack\/react-query$/, path.join(KIT_FOLDER, 'shared/query.mjs')],
    [/^query-production$/, path.join(query, 'build/modern/index.js')],
    [/^zustand$/, path.join(import.meta.dirname, 'current-stores.mjs')],
  ]
  return {
    name: 'replacements',
    setup({ onResolve }) {
      for (const [filter, file] of replaced) onResolve({ filter }, () => ({ path: file }))
    },
  }
}
