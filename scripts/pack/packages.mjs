/** The packages that are published, and what their tarballs contain. */
import { join } from 'node:path'
import { ROOT } from '../parts/list.mjs'

/**
 * `entries` are the modules that other packages may import, as paths below `src` without an extension; `all` stands for
 * every module directly in `src`. `main` is the one that the package's name stands for.
 */
export const PUBLISHED = [
  { folder: 'packages/proof', entries: 'all' },
  { folder: 'packages/cli', entries: [], main: 'main', bin: { inkproof: 'bin/inkproof.js' } },
]

/** Of these packages, the modules that are needed are copied into the package that needs them. */
export const COPIED = { '@inkproof/texts/': join(ROOT, 'packages/texts/src') }

/** Folder of the copied modules, which other packages cannot import. */
export const COPIED_FOLDER = 'internal'
