/** The same sources give the same files, in any folder and whatever the cache contains. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { plainEnv } from '@inkproof/launcher/parts/part'
import { run } from '@inkproof/launcher/process/run'
import { removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import { STAMP } from '@inkproof/slice-kit/release/stamp'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { copyRepository, type RepositoryCopy } from '../support/repository-copy.ts'

const PARTS = ['shell', 'mfe-content']
const CHANGED_FILE = 'mfe-content/src/slice.tsx'
const COPY_TIMEOUT_MS = 120_000
const BUILD_TIMEOUT_MS = 400_000

let copies: RepositoryCopy[] = []

beforeAll(async () => {
  copies = [
    await copyRepository('reproducible'),
    await copyRepository('reproducible-in-a-folder-with-another-name'),
  ]
}, COPY_TIMEOUT_MS)
afterAll(async () => {
  for (const { folder } of copies) await removeTestFolder(folder)
})

test(
  'two folders, with and without a cache, give the same files',
  async () => {
    const [first, second] = copies.map(({ root }) => root) as [string, string]
    const built = await buildAndHash(first)
    expect(Object.keys(built).length).toBeGreaterThan(20)
    expect(await buildAndHash(second)).toEqual(built)
    // As the launcher builds, with a cache of other sources.
    const source = readFileSync(join(second, CHANGED_FILE), 'utf8')
    writeFileSync(join(second, CHANGED_FILE), `import '@inkproof/ui/button'\n${source}`)
    const changed = await buildAndHash(second)
    expect(changed).not.toEqual(built)
    writeFileSync(join(second, CHANGED_FILE), source)
    expect(await buildAndHash(second, { NODE_ENV: 'production' })).toEqual(built)
  },
  BUILD_TIMEOUT_MS,
)

/** Builds the parts anew and returns the hash of each file. */
async function buildAndHash(root: string, env: Record<string, string> = {}) {
  for (const part of PARTS) rmSync(join(root, part, 'dist'), { recursive: true, force: true })
  await run('npm', ['run', '--silent', 'release', '--', '--build-only', '--no-test', ...PARTS], {
    cwd: root,
    env: { ...plainEnv(process.env), NODE_ENV: '', ...env },
  })
  return Object.fromEntries(PARTS.flatMap((part) => hashes(root, join(root, part, 'dist'))))
}

function hashes(root: string, dist: string): [file: string, hash: string][] {
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== STAMP)
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => [relative(root, file), hashOf(readFileSync(file))])
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
