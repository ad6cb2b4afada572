/**
 * Builds the standalone verifiers, each a single file: `inkproof-verify.mjs` for Node,
 * `inkproof-verify.html` to open from disk, and a file with their hashes.
 *
 *     node --import tsx build.ts [folder]      dist/ by default
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { minify } from 'terser'

const HERE = import.meta.dirname
const out = resolve(process.argv[2] ?? join(HERE, 'dist'))

const COMMON: BuildOptions = {
  bundle: true,
  minify: true,
  write: false,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
}

await mkdir(out, { recursive: true })
const files = { 'inkproof-verify.html': await page(), 'inkproof-verify.mjs': await program() }
for (const [name, text] of Object.entries(files)) await writeFile(join(out, name), text)
await writeFile(join(out, 'SHA256SUMS'), sums(files))

async function program(): Promise<string> {
  const code = await bundle({
    ...COMMON,
    entryPoints: [join(HERE, 'standalone/program.ts')],
    platform: 'node',
    target: 'node20',
    format: 'esm',
  })
  return `#!/usr/bin/env node\n${code}`
}

async function page(): Promise<string> {
  const script = await smaller(
    await bundle({
      ...COMMON,
      entryPoints: [join(HERE, 'standalone/page.ts')],
      platform: 'browser',
      target: 'es2022',
      format: 'iife',
    }),
  )
  const style = await bundle({ ...COMMON, entryPoints: [join(HERE, 'standalone/page.css')] })
  if (script.includes('</script')) throw new Error('the script contains a closing script tag')
  // The content security policy allows this exact script and style, and no network access.
  const policy = `default-src 'none'; script-src '${hashSource(script)}'; style-src '${hashSource(style)}'; base-uri 'none'; form-action 'none'`
  const template = await readFile(join(HERE, 'standalone/page.html'), 'utf8')
  return fill(template, { policy, script, style })
}

/** Replaces the comment placeholders in the template. */
function fill(template: string, parts: Record<string, string>): string {
  return Object.entries(parts).reduce((text, [name, part]) => {
    const [before, after, ...more] = text.split(`/*${name}*/`)
    if (after === undefined || more.length > 0)
      throw new Error(`the page must contain the placeholder ${name} exactly once`)
    return `${before}${part}${after}`
  }, template)
}

async function bundle(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build(options)
  return (outputFiles?.[0]?.text ?? '').trim()
}

/** A second minifier: it optimizes across calls, where the bundler only shortens. */
async function smaller(script: string): Promise<string> {
  const compress = { ecma: 2020, passes: 3 } as const
  const { code } = await minify(script, { compress, ecma: 2020, format: { comments: false } })
  if (!code) throw new Error('the minifier produced no output')
  return code
}

function hashSource(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** Formats hashes as `sha256sum --check` expects. */
function sums(built: Record<string, string>): string {
  return Object.entries(built)
    .map(([name, text]) => `${createHash('sha256').update(text).digest('hex')}  ${name}\n`)
    .join('')
}
