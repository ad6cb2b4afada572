import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { hashesOf } from './files.ts'

/**
 * A service worker that removes itself, for a release that has none: it replaces the one that a later release
 * installed in browsers. If the file were merely missing, the old worker would keep running.
 */
export const RETIRING_WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`

/**
 * Completes the built worker: its first line gets the release, namely the shell's files with their hashes, and the
 * registry, which the gateway fills in as it does in every page. So each release is a different file to the
 * browser, and each page agrees with its worker.
 */
export async function completeWorker(
  dist: string,
  shell: string,
  statics: string[],
): Promise<string> {
  const files = await hashesOf(dist, statics)
  const shellRelease = JSON.stringify({ shell, files }).slice(0, -1)
  const code = await readFile(path.join(dist, 'service-worker.js'), 'utf8')
  return `self.released=${shellRelease},"registry":<!--# include virtual="/slices.json" -->};\n${code}`
}
