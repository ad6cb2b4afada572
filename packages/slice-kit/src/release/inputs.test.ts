import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { inputsHash } from './inputs.ts'

const roots: string[] = []

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

test.each([
  ['its own source', 'svc/src/main.ts'],
  ['a package it uses', 'packages/kit/src/a.ts'],
  ['a package used by that package', 'packages/protocol/src/b.ts'],
  ['a workspace at the root', 'contracts/deploy.ts'],
  ['a new file', 'svc/src/new.ts'],
  ['a source file in a folder called content', 'svc/src/content/a.ts'],
  ['a translation', 'packages/kit/texts/pl.json'],
])('rebuilds when this changes: %s', (_, path) => {
  const root = setup()
  const before = inputsHash('svc', root)
  write(root, path, 'changed')
  expect(inputsHash('svc', root)).not.toBe(before)
})

test.each([
  ['a test', 'svc/src/main.test.ts'],
  ['the build output', 'svc/dist/main.js'],
  ['a package it does not use', 'packages/other/src/c.ts'],
  ['an article it reads at run time', 'svc/content/page.txt'],
  ['the catalogue of its English texts', 'svc/texts/en.json'],
])('does not rebuild for %s', (_, path) => {
  const root = setup()
  const before = inputsHash('svc', root)
  write(root, path, 'changed')
  expect(inputsHash('svc', root)).toBe(before)
})

test.each([
  ['a package it uses', 'node_modules/express'],
  ['a package used by that package', 'node_modules/accepts'],
  ['a package of a workspace it uses', 'node_modules/zod'],
  ['the version installed for it alone', 'svc/node_modules/send'],
  ['a tool of the root', 'node_modules/tsx'],
])('rebuilds when another version of this is locked: %s', (_, name) => {
  const root = setup()
  const before = inputsHash('svc', root)
  writeLock(root, { ...LOCKED, [name]: { ...LOCKED[name], version: '3.0.0' } })
  expect(inputsHash('svc', root)).not.toBe(before)
})

test('does not rebuild for a new workspace and locked packages that it does not use', () => {
  const root = setup()
  const before = inputsHash('svc', root)
  writeLock(root, {
    ...LOCKED,
    'svc-new': { dependencies: { koa: '1.0.0' } },
    'node_modules/svc-new': { resolved: 'svc-new', link: true },
    'node_modules/koa': { version: '1.0.0' },
  })
  expect(inputsHash('svc', root)).toBe(before)
})

test('rebuilds only the shell when the list of parts changes', () => {
  const root = setup()
  const before = [inputsHash('shell', root), inputsHash('svc', root)]
  write(root, 'parts.json', 'changed')
  const after = [inputsHash('shell', root), inputsHash('svc', root)]
  expect(after[0]).not.toBe(before[0])
  expect(after[1]).toBe(before[1])
})

/** The entries of the lock file, as npm writes them. */
const LOCKED: Record<string, object> = {
  '': { devDependencies: { tsx: '1.0.0' } },
  svc: { dependencies: { '@inkproof/kit': '1.0.0', express: '1.0.0', send: '2.0.0' } },
  'svc/node_modules/send': { version: '2.0.0' },
  'packages/kit': { dependencies: { zod: '1.0.0' } },
  'node_modules/@inkproof/kit': { resolved: 'packages/kit', link: true },
  'node_modules/accepts': { version: '1.0.0' },
  'node_modules/express': { version: '1.0.0', dependencies: { accepts: '1.0.0', send: '1.0.0' } },
  'node_modules/send': { version: '1.0.0', peerDependencies: { accepts: '1.0.0', missing: '*' } },
  'node_modules/tsx': { version: '1.0.0' },
  'node_modules/zod': { version: '1.0.0' },
}

function setup(): string {
  const root = mkdtempSync(join(tmpdir(), 'inkproof-inputs-'))
  roots.push(root)
  writeLock(root, LOCKED)
  write(root, 'parts.json', '{}')
  writeManifest(root, 'svc', ['@inkproof/kit', '@inkproof/contracts', 'express'])
  writeManifest(root, 'packages/kit', ['@inkproof/protocol'])
  writeManifest(root, 'packages/protocol', [])
  writeManifest(root, 'packages/other', [])
  writeManifest(root, 'contracts', [])
  writeManifest(root, 'shell', [])
  write(root, 'svc/src/main.ts', '')
  write(root, 'svc/dist/main.js', '')
  return root
}

function writeLock(root: string, packages: Record<string, object>): void {
  write(root, 'package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }))
}

function writeManifest(root: string, folder: string, names: string[]): void {
  const dependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']))
  write(root, `${folder}/package.json`, JSON.stringify({ dependencies }))
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
