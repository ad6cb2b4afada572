import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { hashesOf } from './files.ts'

/**
 * A service worker that unregisters itself. Published with releases that have no service worker, so that after a
 * rollback, browsers drop the worker that the later release installed. If the file were simply missing, that worker
 * would keep running.
 */
export const RETIRING_WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(retire()))
async function retire() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`

/**
 * Prepends a line with the release to the built worker: the shell's files with their hashes, and the registry, which
 * the gateway inserts as it does in every page. As a result, the worker file differs for each release, and pages and
 * worker always refer to the same release.
 */
export async function completeWorker(
  dist: string,
  version: string,
  statics: string[],
): Promise<string> {
  const files = await hashesOf(dist, statics)
  const shellRelease = JSON.stringify({ shell: version, files }).slice(0, -1)
  const code = await readFile(path.join(dist, 'service-worker.js'), 'utf8')
  return `self.released=${shellRelease},"registry":<!--# include virtual="/slices.json" -->};\n${code}`
}
