/** The packages that are published, and what their tarballs contain. */
import { join } from 'node:path'
import { ROOT } from '../parts/list.mjs'

/** Libraries that a page must load only once, so that a package uses the version of the slice that depends on it. */
const SHARED = ['react', 'react-dom', 'react-router-dom', 'zustand', '@tanstack/react-query']

/** The program of the command line. */
const INKPROOF = `#!/usr/bin/env node
import { main } from '../dist/main.js'

process.exitCode = await main(process.argv.slice(2))
`

/** Loads the team's configuration, which is TypeScript, so it registers a loader first. */
const INKPROOF_SLICE = `#!/usr/bin/env node
import { register } from 'tsx/esm/api'

register()
await import('../dist/own-repository/slice-cli.js')
`

/**
 * Each package:
 * - `entries`: the modules that other packages may import, as paths below `src` without an extension; `all` stands for
 *   every module directly in `src` and in the folders of `folders`. `main` is the one that the package's name stands for.
 * - `programs`: modules that are compiled but cannot be imported.
 * - `files`: patterns of files that are copied as they are, from `src` to `dist`, with those that can be imported by their
 *   path in `exportedFiles`; `texts` is the folder of translations.
 * - `copied`: the packages whose modules are copied instead of depending on them.
 * - `peers`: packages of which the slice has the only copy; `bin`: commands, each with its program.
 */
export const PUBLISHED = [
  { folder: 'packages/proof', entries: 'all', copied: ['@inkproof/texts/'] },
  { folder: 'packages/signing', entries: 'all', copied: ['@inkproof/texts/'] },
  {
    folder: 'packages/pdf-signatures',
    entries: 'all',
    folders: ['evidence'],
    copied: ['@inkproof/texts/'],
  },
  {
    folder: 'packages/cli',
    entries: [],
    main: 'main',
    programs: ['signatures/check-child'],
    copied: ['@inkproof/texts/'],
    bin: { inkproof: { path: 'bin/inkproof.js', program: INKPROOF } },
  },
  { folder: 'packages/texts', entries: 'all', texts: true, peers: ['react'] },
  { folder: 'packages/graphics', entries: 'all' },
  { folder: 'packages/protocol', entries: 'all', folders: ['calls'] },
  {
    folder: 'packages/slice',
    entries: ['describe', 'storage'],
    main: 'index',
    texts: true,
    peers: SHARED,
  },
  { folder: 'packages/slice-parts', entries: 'all', texts: true, peers: SHARED },
  {
    folder: 'packages/ui',
    entries: 'all',
    texts: true,
    peers: SHARED,
    files: /^(?!testing\/).*\.(?:css|woff2|txt)$/,
    exportedFiles: /^[^/]+\.css$/,
  },
  {
    folder: 'packages/slice-kit',
    entries: ['webpack/slice-config'],
    programs: ['own-repository/slice-cli', 'release/check-pages', 'first-screen/prerender'],
    peers: [...SHARED, '@inkproof/slice'],
    files: /^(?!testing\/).*\.mjs$|^css\.d\.ts$/,
    exportedTypes: { './css': './dist/css.d.ts' },
    bin: { 'inkproof-slice': { path: 'bin/inkproof-slice.js', program: INKPROOF_SLICE } },
  },
]

/** The folders of the packages that can be copied, by the prefix of their modules. */
export const SOURCES = { '@inkproof/texts/': join(ROOT, 'packages/texts/src') }

/** Folder of the copied modules, which other packages cannot import. */
export const COPIED_FOLDER = 'internal'
