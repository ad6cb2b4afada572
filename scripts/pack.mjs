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
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { compile } from './pack/compile.mjs'
import { createManifest } from './pack/manifest.mjs'
import { npmPack } from './pack/npm-pack.mjs'
import { PUBLISHED } from './pack/packages.mjs'
import { ROOT } from './parts/list.mjs'

const outDir = resolve(process.argv[2] ?? join(ROOT, '.inkproof/packages'))
const repository = readJson(join(ROOT, 'package.json'))

const versions = readVersions()

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
  const entries =
    definition.entries === 'all' ? listModules(sourceDir, definition) : definition.entries
  const { main, programs = [], copied, bin = {} } = definition
  const roots = [...entries, ...programs, ...(main ? [main] : [])]
  const modules = roots.map((name) => modulePath(sourceDir, name))
  compile(sourceDir, modules, join(staged, 'dist'), copied)
  const exportedFiles = copyFiles(definition, folder, staged)
  const source = readJson(join(folder, 'package.json'))
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const published = { ...definition, entries, exportedFiles }
  const manifest = createManifest(source, repository, published, summaryOf(readme), versions)
  writeFile(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFile(join(staged, 'README.md'), readme)
  copyFileSync(join(ROOT, 'LICENSE'), join(staged, 'LICENSE'))
  for (const { path, program } of Object.values(bin)) writeFile(join(staged, path), program)
  setModes(
    staged,
    Object.values(bin).map(({ path }) => path),
  )
  return staged
}

/** The modules directly in a folder, and in those of its `folders`, without tests. */
function listModules(sourceDir, { folders = [] }) {
  return ['', ...folders]
    .flatMap((folder) => readdirSync(join(sourceDir, folder)).map((name) => join(folder, name)))
    .filter((name) => /(?<!\.d)\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => name.replace(/\.tsx?$/, ''))
    .sort()
}

function modulePath(sourceDir, name) {
  const path = join(sourceDir, `${name}.ts`)
  return existsSync(path) ? path : `${path}x`
}

/** Copies the files that are not compiled. Returns those that other packages may import, below `dist`. */
function copyFiles({ files, exportedFiles, texts }, folder, staged) {
  if (texts) cpSync(join(folder, 'texts'), join(staged, 'texts'), { recursive: true })
  if (!files) return []
  const names = readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(folder, 'src'), join(entry.parentPath, entry.name)))
    .filter((name) => files.test(name))
    .sort()
  for (const name of names) cpSync(join(folder, 'src', name), join(staged, 'dist', name))
  return exportedFiles ? names.filter((name) => exportedFiles.test(name)) : []
}

/** The exact versions that our packages depend on, by name. */
function readVersions() {
  const manifests = PUBLISHED.map(({ folder }) => readJson(join(ROOT, folder, 'package.json')))
  return Object.assign(
    {},
    ...manifests.map(({ dependencies = {} }) => dependencies),
    ...manifests.map(({ name, version }) => ({ [name]: version })),
  )
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
