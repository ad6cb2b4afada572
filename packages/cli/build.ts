/**
 * Builds the standalone verifiers, each a single file: `inkproof-verify.mjs` for Node, and `inkproof-verify.html` to
 * open from disk. Writes their hashes to `SHA256SUMS`.
 *
 *     node --import tsx build.ts [folder]      dist/ by default
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { minify } from 'terser'

const PACKAGE_DIR = import.meta.dirname
const outDir = resolve(process.argv[2] ?? join(PACKAGE_DIR, 'dist'))

const COMMON: BuildOptions = {
  bundle: true,
  minify: true,
  write: false,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
}

await mkdir(outDir, { recursive: true })
const files = {
  'inkproof-verify.html': await buildPage(),
  'inkproof-verify.mjs': await buildProgram(),
}
for (const [name, text] of Object.entries(files)) await writeFile(join(outDir, name), text)
await writeFile(join(outDir, 'SHA256SUMS'), formatChecksums(files))

async function buildProgram(): Promise<string> {
  const code = await bundle({
    ...COMMON,
    entryPoints: [join(PACKAGE_DIR, 'standalone/program.ts')],
    platform: 'node',
    target: 'node20',
    // A verifier does not contain the other commands.
    external: [
      './fsck/fsck-main.ts',
      './monitor/monitor-main.ts',
      './signatures/signatures-main.ts',
      '../signatures/signed-pdf.ts',
      './version.ts',
      './witness/witness-main.ts',
    ],
    format: 'esm',
  })
  return `#!/usr/bin/env node\n${code}`
}

async function buildPage(): Promise<string> {
  const script = await minifyScript(
    await bundle({
      ...COMMON,
      entryPoints: [join(PACKAGE_DIR, 'standalone/page.ts')],
      platform: 'browser',
      target: 'es2022',
      format: 'iife',
    }),
  )
  const style = await bundle({ ...COMMON, entryPoints: [join(PACKAGE_DIR, 'standalone/page.css')] })
  if (script.includes('</script')) throw new Error('the script contains a closing script tag')
  // The content security policy allows this exact script and style. The script sends requests only after the user chose
  // to check online, to the record and the node of the user's choice.
  const policy = `default-src 'none'; script-src '${cspHash(script)}'; style-src '${cspHash(style)}'; connect-src https: http:; base-uri 'none'; form-action 'none'`
  const template = await readFile(join(PACKAGE_DIR, 'standalone/page.html'), 'utf8')
  return fillTemplate(template, { policy, script, style })
}

/** Replaces the comment placeholders in the template. */
function fillTemplate(template: string, parts: Record<string, string>): string {
  return Object.entries(parts).reduce((text, [name, part]) => {
    const [before, after, ...rest] = text.split(`/*${name}*/`)
    if (after === undefined || rest.length > 0)
      throw new Error(`the page must contain the placeholder ${name} exactly once`)
    return `${before}${part}${after}`
  }, template)
}

async function bundle(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build(options)
  return (outputFiles?.[0]?.text ?? '').trim()
}

/** Minifies again with terser, which optimizes across function calls, unlike esbuild. */
async function minifyScript(script: string): Promise<string> {
  const compress = { ecma: 2020, passes: 3 } as const
  const { code } = await minify(script, { compress, ecma: 2020, format: { comments: false } })
  if (!code) throw new Error('the minifier produced no output')
  return code
}

function cspHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** Formats hashes as `sha256sum --check` expects. */
function formatChecksums(built: Record<string, string>): string {
  return Object.entries(built)
    .map(([name, text]) => `${createHash('sha256').update(text).digest('hex')}  ${name}\n`)
    .join('')
}
