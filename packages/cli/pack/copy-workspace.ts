/** Copies the sources of the published packages to another folder, as a fresh checkout has them. */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** What the packages and the standalone verifiers are built from. */
const SOURCES = [
  'LICENSE',
  'package.json',
  'parts.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'scripts',
  'packages/cli',
  'packages/graphics',
  'packages/pdf-signatures',
  'packages/proof',
  'packages/protocol',
  'packages/signing',
  'packages/slice',
  'packages/slice-kit',
  'packages/slice-parts',
  'packages/texts',
  'packages/ui',
]

/** Installed packages are linked, and the packages of the workspace are those of the copy. */
export function copyWorkspace(from: string, to: string): void {
  const args = ['ls-files', '-co', '--exclude-standard', '-z', '--', ...SOURCES]
  const listed = execFileSync('git', args, { cwd: from, encoding: 'utf8' }).split('\0')
  for (const file of listed.filter((name) => name !== '' && existsSync(join(from, name)))) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(from, file), join(to, file))
  }
  for (const folder of ['', ...SOURCES]) linkInstalled(join(from, folder), join(to, folder))
}

function linkInstalled(from: string, to: string): void {
  if (!existsSync(join(from, 'node_modules'))) return
  for (const name of readdirSync(join(from, 'node_modules'))) {
    const path = join('node_modules', name)
    const names = name.startsWith('@') ? readdirSync(join(from, path)) : ['']
    for (const item of names) linkPackage(join(from, path, item), join(to, path, item))
  }
}

function linkPackage(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  const isOurs = lstatSync(from).isSymbolicLink()
  symlinkSync(isOurs ? readlinkSync(from) : from, to)
}
