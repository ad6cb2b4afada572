/**
 * Creates the frozen builds that tests use, from an earlier commit:
 *
 *     npm run freeze -w e2e -- previous <commit>   shell and slices, as that commit releases them
 *     npm run freeze -w e2e -- no-worker <commit>  the same, from a commit without a service worker
 *     npm run freeze -w e2e -- oldest <commit>     the slice of oldest/, with that commit's tools
 *
 * The commit is checked out to a temporary folder and built there with the npm packages installed
 * here.
 */
import { existsSync } from 'node:fs'
import { cp, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { run } from '@inkproof/launcher/process/run'

const ROOT = path.resolve(import.meta.dirname, '../..')
const GENERATED = path.join(import.meta.dirname, 'generated')
const RELEASE = 'packages/slice-kit/src/release'

const FREEZERS: Record<string, (folder: string) => Promise<void>> = {
  previous: (folder) => freezeRelease(folder, 'previous.tgz'),
  'no-worker': (folder) => freezeRelease(folder, 'no-worker.tgz'),
  oldest: freezeOldest,
}

const [kind = '', commit = ''] = process.argv.slice(2)
const freeze = FREEZERS[kind]
if (freeze === undefined || commit === '') {
  throw new Error('usage: freeze previous <commit> | no-worker <commit> | oldest <commit>')
}
const folder = await mkdtemp(path.join(tmpdir(), 'inkproof-freeze-'))
try {
  await unpack(commit, folder)
  await freeze(folder)
} finally {
  await rm(folder, { recursive: true })
}

async function unpack(commit: string, folder: string): Promise<void> {
  const archive = path.join(folder, 'commit.tar')
  await run('git', ['archive', '--output', archive, commit], { cwd: ROOT })
  await run('tar', ['-xf', archive, '-C', folder])
  for (const part of await partsWithPackages()) {
    await linkPackages(path.join(ROOT, part, 'node_modules'), path.join(folder, part))
  }
}

/** Folders in which npm installed packages: the root, and workspaces that need another version. */
async function partsWithPackages(): Promise<string[]> {
  const packages = (await readdir(path.join(ROOT, 'packages'))).map((name) => `packages/${name}`)
  const parts = ['.', ...(await readdir(ROOT)), ...packages]
  return parts.filter((part) => existsSync(path.join(ROOT, part, 'node_modules')))
}

/** Links the packages. Workspace links are copied as relative links, so that they refer to the copy's workspaces. */
async function linkPackages(from: string, part: string): Promise<void> {
  if (!existsSync(part)) return
  const to = path.join(part, 'node_modules')
  await mkdir(to)
  for (const name of await readdir(from)) {
    const [source, target] = [path.join(from, name), path.join(to, name)]
    if (name === '@inkproof') await cp(source, target, { recursive: true, verbatimSymlinks: true })
    else if ((await lstat(source)).isSymbolicLink())
      await cp(source, target, { verbatimSymlinks: true })
    else if (!name.startsWith('.')) await symlink(source, target)
  }
}

async function freezeRelease(folder: string, archiveName: string): Promise<void> {
  const www = path.join(folder, 'www')
  const args = ['--import', 'tsx', `${RELEASE}/release-cli.ts`, '--no-test', '--out', www]
  await run(process.execPath, args, { cwd: folder, env: productionEnv() })
  const archive = path.join(GENERATED, archiveName)
  const content = ['--exclude=*.br', '--exclude=*.gz', 'shell/static', 'shell/versions', 'slices']
  const reproducible = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner']
  await run('tar', [...reproducible, '-czf', archive, '-C', www, ...content])
}

async function freezeOldest(folder: string): Promise<void> {
  const name = 'mfe-oldest'
  await cp(path.join(import.meta.dirname, 'oldest'), path.join(folder, name), { recursive: true })
  const script = path.join(folder, 'build-oldest.mts')
  await writeFile(
    script,
    `import { buildPart } from './${RELEASE}/build.ts'\nawait buildPart('${name}')\n`,
  )
  await run(process.execPath, ['--import', 'tsx', script], { cwd: folder, env: productionEnv() })
  const target = path.join(GENERATED, name)
  await rm(target, { recursive: true, force: true })
  await cp(path.join(folder, name, 'dist'), target, { recursive: true })
}

function productionEnv(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_ENV: 'production' }
}
