import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { listFiles } from './files.ts'
import { ROOT } from './places.ts'

type Manifest = {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const OWN_SCOPE = '@inkproof/'
const BUILT = /(^|\/)(dist|node_modules)\/|\.test\.tsx?$|\.md$/

/**
 * A hash of everything a part is built from: its own files, the workspace packages it uses, directly or
 * through others, and the locked versions of the rest.
 */
export async function inputsHash(name: string): Promise<string> {
  const hash = createHash('sha256')
  hash.update(await readFile(path.join(ROOT, 'package-lock.json')))
  for (const folder of await foldersOf(name, new Set())) await addFolder(hash, folder)
  return hash.digest('hex')
}

async function foldersOf(folder: string, seen: Set<string>): Promise<string[]> {
  if (seen.has(folder)) return []
  seen.add(folder)
  const text = await readFile(path.join(ROOT, folder, 'package.json'), 'utf8')
  const { dependencies, devDependencies } = JSON.parse(text) as Manifest
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    if (name.startsWith(OWN_SCOPE)) {
      await foldersOf(`packages/${name.slice(OWN_SCOPE.length)}`, seen)
    }
  }
  return [...seen].sort()
}

async function addFolder(hash: ReturnType<typeof createHash>, folder: string): Promise<void> {
  const dir = path.join(ROOT, folder)
  const files = (await listFiles(dir)).filter((file) => !BUILT.test(file))
  for (const file of files) {
    hash.update(`${folder}/${file}\n`)
    hash.update(await readFile(path.join(dir, file)))
  }
}
