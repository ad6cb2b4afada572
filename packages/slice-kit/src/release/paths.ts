import { existsSync } from 'node:fs'
import path from 'node:path'

const REPOSITORY = path.resolve(import.meta.dirname, '../../../..')

/**
 * Whether a slice is built in a repository of its own, where this package is installed from the registry. In the repository
 * with all parts, it is a workspace.
 */
export const IS_OWN_REPOSITORY = !existsSync(path.join(REPOSITORY, 'parts.json'))

/** The repository's root. That of a slice in its own repository is the folder in which the command was started. */
export const ROOT = IS_OWN_REPOSITORY ? process.cwd() : REPOSITORY

/** Returns the folder, the build output and the manifest of a part. */
export function partPaths(name: string) {
  const dir = IS_OWN_REPOSITORY ? ROOT : path.join(ROOT, name)
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
    variants: path.join(out, 'variants'),
    canary: path.join(out, 'canary'),
    lock: path.join(out, '.release-locks'),
  }
}
