/** Runs jest and the compiler for one slice of a repository with two. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { checkTypes } from './check-types.ts'
import { ROOT } from './paths.ts'
import { runTests } from './run-tests.ts'

const PASSING = "test('passes', () => {})"
const FAILING = "test('fails', () => { throw new Error('failed on purpose') })"
const JEST_CONFIG = "export default { projects: [{ displayName: 'unit', rootDir: '.' }] }"

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'inkproof-run-tests-'))
  await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  const compilerOptions = { strict: true, noEmit: true, types: [] }
  await write('tsconfig.browser.json', JSON.stringify({ compilerOptions }))
  await write('jest.config.mjs', JEST_CONFIG)
  await write('mfe-a/src/first.test.js', PASSING)
  await write('mfe-a/src/deeper/second.test.js', PASSING)
  await write('mfe-b/src/other.test.js', FAILING)
  // Its path contains the name of the folder that is tested.
  await write('packages/mfe-a/src/copy.test.js', FAILING)
})
afterEach(() => rm(root, { recursive: true }))

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true })
  await writeFile(path.join(root, file), text)
}

test('runs the tests of the slice and of no other folder, and prints their number', async () => {
  const lines: string[] = []
  await runTests('mfe-a', (line) => lines.push(line), root)
  expect(lines).toEqual(['mfe-a: 2 test files with 2 tests passed'])
})

test('refuses a slice with a failing test, and one without tests', async () => {
  await expect(runTests('mfe-b', undefined, root)).rejects.toThrow('its tests failed')
  await mkdir(path.join(root, 'mfe-c'))
  await expect(runTests('mfe-c', undefined, root)).rejects.toThrow('it has no tests')
})

test('refuses a slice whose types have errors, with the first of them', async () => {
  await write('packages/slice-kit/src/css.d.ts', "declare module '*.css'\n")
  await write('mfe-a/src/slice.ts', 'export const count: number = 1\n')
  await write('mfe-b/src/slice.ts', "export const count: number = 'one'\n")
  await checkTypes('mfe-a', root)
  await expect(checkTypes('mfe-b', root)).rejects.toThrow(
    /mfe-b was not published: its types have errors\n.*mfe-b\/src\/slice\.ts\(1,14\): error TS2322/,
  )
})
