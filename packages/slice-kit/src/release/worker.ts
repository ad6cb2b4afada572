import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { hashesOf } from './files.ts'

/**
 * For a release that has no worker of its own: what a later one left in browsers removes itself there.
 * A file that is merely missing would leave the old worker running.
 */
export const RETIRING_WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`

/**
 * The built worker, told in its first line what is released: the shell's files with their hashes here, the
 * slices by the gateway, which fills in the registry as it does in every page. So each release is another
 * file to the browser, and each page and its worker are of one mind.
 */
export async function completeWorker(
  dist: string,
  shell: string,
  statics: string[],
): Promise<string> {
  const files = await hashesOf(dist, statics)
  const known = JSON.stringify({ shell, files }).slice(0, -1)
  const code = await readFile(path.join(dist, 'service-worker.js'), 'utf8')
  return `self.released=${known},"registry":<!--# include virtual="/slices.json" -->};\n${code}`
}
