import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import webpack from 'webpack'
import { baseConfig } from './base.ts'

let dir: string
beforeEach(async () => {
  // A folder from which the packages can be resolved.
  dir = await mkdtemp(join(import.meta.dirname, '../../.pure-loader-'))
})
afterEach(() => rm(dir, { recursive: true }))

/** Builds this module with the configuration of slices. Returns its code. */
async function build(code: string): Promise<string> {
  const entry = join(dir, 'entry.ts')
  await writeFile(entry, code)
  const { output, ...config } = baseConfig(dir, '')
  const library = { type: 'module' }
  const compiler = webpack({
    ...config,
    entry,
    cache: false,
    experiments: { outputModule: true },
    output: { ...output, filename: 'out.js', library },
  })
  await new Promise<void>((resolve, reject) => {
    compiler?.run((error, stats) => {
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString()))
      else resolve()
    })
  })
  return readFile(join(dir, 'dist/out.js'), 'utf8')
}

test('importing a call without a schema bundles only that call', async () => {
  const code = await build("export { readFeed } from '@inkproof/protocol/calls/content'")
  expect(code).toContain('/api/content/rss.xml')
  expect(code).not.toContain('/api/content/search')
  expect(code.length).toBeLessThan(1_000)
})

test('importing a call with schemas bundles only those schemas, and they validate input', async () => {
  const code = await build("export { searchTexts } from '@inkproof/protocol/calls/content'")
  expect(code).not.toContain('publishedOn')
  const url = `data:text/javascript,${encodeURIComponent(code)}`
  const { searchTexts } = await import(url)
  expect(searchTexts.query.safeParse({ q: ' a ' }).data).toEqual({ q: 'a' })
  expect(searchTexts.query.safeParse({ q: '' }).success).toBe(false)
})
