/** A copy of the repository that a test may change, with its npm packages installed. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from '@inkproof/launcher/process/run'
import { makeTestFolder, ROOT, toolsFolder } from '@inkproof/launcher/testing/test-folder'

/** `root` is the repository, `data` an empty folder for a system started from it; both are in `folder`. */
export type RepositoryCopy = { root: string; data: string; folder: string }

/** Installations change this file, so it is copied; the packages are hard-linked: they are large and only read. */
const INSTALLED = 'node_modules/.package-lock.json'

/** `name` distinguishes the folders of different tests. Remove the copy's `folder` with `removeTestFolder`. */
export async function copyRepository(name: string): Promise<RepositoryCopy> {
  const folder = await makeTestFolder(name)
  const root = join(folder, 'repository')
  const data = join(folder, 'data')
  await copySources(root)
  await copyPackages(root)
  mkdirSync(data)
  // Does not exist before the first start or test in this repository.
  mkdirSync(toolsFolder(), { recursive: true })
  symlinkSync(toolsFolder(), join(data, 'tools'))
  const git = (...args: string[]) => run('git', args, { cwd: root })
  await git('init', '--quiet')
  await git('add', '--all')
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@localhost']
  await git(...author, 'commit', '--quiet', '--message', 'copy')
  return { root, data, folder }
}

/** Lists the files that were added, changed or deleted since the copy was made. */
export function changedFiles(root: string): Promise<string> {
  return run('git', ['status', '--porcelain', '--untracked-files=all'], { cwd: root })
}

async function copySources(root: string): Promise<void> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard']
  const files = (await run('git', args, { cwd: ROOT })).split('\n').filter(Boolean)
  for (const file of files.filter((name) => existsSync(join(ROOT, name)))) {
    cpSync(join(ROOT, file), join(root, file), { recursive: true })
  }
}

/**
 * Hard-links the packages. The packages' links to workspaces are relative, so they refer to the copy. Caches are
 * not copied, because other tests add and remove files there.
 */
async function copyPackages(root: string): Promise<void> {
  const args = ['.', '-name', 'node_modules', '-prune', '-not', '-path', './.inkproof/*']
  const folders = (await run('find', args, { cwd: ROOT })).split('\n').filter(Boolean)
  for (const folder of folders) {
    if (!existsSync(join(root, dirname(folder)))) continue
    const names = readdirSync(join(ROOT, folder)).filter((name) => name !== '.cache')
    const target = join(root, folder)
    mkdirSync(target)
    if (names.length > 0)
      await run('cp', ['-al', '-t', target, ...names], { cwd: join(ROOT, folder) })
  }
  rmSync(join(root, INSTALLED), { force: true })
  if (existsSync(join(ROOT, INSTALLED))) cpSync(join(ROOT, INSTALLED), join(root, INSTALLED))
  await copyBuilds(root)
}

/** Copies existing builds, which are still valid: only what a test changes is rebuilt. */
async function copyBuilds(root: string): Promise<void> {
  const args = ['.', '-maxdepth', '2', '-name', 'dist', '-not', '-path', './.inkproof/*']
  for (const dist of (await run('find', args, { cwd: ROOT })).split('\n').filter(Boolean)) {
    if (existsSync(join(root, dirname(dist))))
      cpSync(join(ROOT, dist), join(root, dist), { recursive: true })
  }
}
