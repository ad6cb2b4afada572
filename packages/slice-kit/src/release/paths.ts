import path from 'node:path'

/** The repository's root. */
export const ROOT = path.resolve(import.meta.dirname, '../../../..')

/** Returns the folder, the build output and the manifest of a part. */
export function partPaths(name: string) {
  const dir = path.join(ROOT, name)
  return { dir, dist: path.join(dir, 'dist'), manifest: path.join(dir, 'package.json') }
}

/** Returns the paths below `out` that a release writes; see the table in the README. */
export function releasePaths(out: string) {
  return {
    slices: path.join(out, 'slices'),
    registry: path.join(out, 'slices.json'),
    early: path.join(out, 'early'),
    first: path.join(out, 'first'),
    firstFrame: path.join(out, 'shell/first-frame.json'),
    shell: path.join(out, 'shell'),
    page: path.join(out, 'shell/index.html'),
    worker: path.join(out, 'shell/service-worker.js'),
    provides: path.join(out, 'shell/provides.json'),
    shellVersions: path.join(out, 'shell/versions'),
    history: path.join(out, '.releases.json'),
    lock: path.join(out, '.release-locks'),
  }
}
