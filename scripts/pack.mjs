/**
 * `npm run pack:packages`: builds the tarballs of the published packages, and writes their hashes to `SHA256SUMS`. The
 * same sources produce the same bytes, in any folder.
 *
 *     npm run pack:packages [folder]      .inkproof/packages by default
 */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { compile } from './pack/compile.mjs'
import { createManifest } from './pack/manifest.mjs'
import { npmPack } from './pack/npm-pack.mjs'
import { PUBLISHED } from './pack/packages.mjs'
import { ROOT } from './parts/list.mjs'

/** The program of the command line. */
const PROGRAM = `#!/usr/bin/env node
import { main } from '../dist/main.js'

process.exitCode = await main(process.argv.slice(2))
`

const outDir = resolve(process.argv[2] ?? join(ROOT, '.inkproof/packages'))
const repository = readJson(join(ROOT, 'package.json'))

rmSync(outDir, { recursive: true, force: true })
mkdirSync(outDir, { recursive: true })
const tarballs = PUBLISHED.map((definition) => npmPack(stage(definition), outDir))
const sums = tarballs.map((path) => `${sha256(path)}  ${basename(path)}\n`).join('')
writeFileSync(join(outDir, 'SHA256SUMS'), sums)
process.stdout.write(sums)

/** Writes the content of a package to a folder. Returns its path. */
function stage(definition) {
  const folder = join(ROOT, definition.folder)
  const staged = join(outDir, 'content', definition.folder)
  const sourceDir = join(folder, 'src')
  const entries = definition.entries === 'all' ? listModules(sourceDir) : definition.entries
  const roots = [...entries, ...(definition.main ? [definition.main] : [])]
  compile(
    sourceDir,
    roots.map((name) => join(sourceDir, `${name}.ts`)),
    join(staged, 'dist'),
  )
  const source = readJson(join(folder, 'package.json'))
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const manifest = createManifest(source, repository, { ...definition, entries }, summaryOf(readme))
  writeFile(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFile(join(staged, 'README.md'), readme)
  copyFileSync(join(ROOT, 'LICENSE'), join(staged, 'LICENSE'))
  for (const path of Object.values(definition.bin ?? {})) writeFile(join(staged, path), PROGRAM)
  setModes(staged, Object.values(definition.bin ?? {}))
  return staged
}

/** The modules directly in a folder, without tests. */
function listModules(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort()
}

/** The first paragraph of a readme. */
function summaryOf(readme) {
  return (readme.split('\n\n')[1] ?? '').replaceAll('\n', ' ')
}

function writeFile(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Sets the modes of the files, which the tarball contains and which would otherwise depend on the umask. */
function setModes(folder, executables) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const isExecutable = executables.some((name) => path === join(folder, name))
    chmodSync(path, entry.isDirectory() || isExecutable ? 0o755 : 0o644)
  }
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function sha256(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
