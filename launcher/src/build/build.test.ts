/** Which service builds count as current, with real builds in a repository of one service. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { makeCommands } from '../process/commands.ts'
import { makeTestFolder, removeTestFolder } from '../testing/test-folder.ts'
import { buildService } from './build.ts'

const SERVICE = 'svc-sample'
/** Copies the source, and fails after half of the output if the source is "interrupt". */
const BUILD = `
  const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
  const source = readFileSync('source.txt', 'utf8')
  mkdirSync('dist', { recursive: true })
  writeFileSync('dist/main.js', source)
  if (source === 'interrupt') process.exit(1)
`

let root: string
beforeEach(async () => {
  root = await makeTestFolder('service-build')
  const manifest = { name: SERVICE, version: '1.0.0', scripts: { build: 'node build.cjs' } }
  write('package.json', JSON.stringify({ name: 'sample', workspaces: [SERVICE] }))
  write('package-lock.json', JSON.stringify({ packages: { '': {}, [SERVICE]: {} } }))
  write(`${SERVICE}/package.json`, JSON.stringify(manifest))
  write(`${SERVICE}/build.cjs`, BUILD)
})
afterEach(() => removeTestFolder(root))

test('a service is built once, and again after its sources have changed', async () => {
  expect(await build('first')).toBe(true)
  expect(await build('first')).toBe(false)
  expect(await build('second')).toBe(true)
  expect(output()).toBe('second')
})

test('an output folder from another state of the sources does not count as current', async () => {
  await build('first')
  const first = join(root, 'first-dist')
  cpSync(join(root, SERVICE, 'dist'), first, { recursive: true })
  await build('second')
  rmSync(join(root, SERVICE, 'dist'), { recursive: true })
  cpSync(first, join(root, SERVICE, 'dist'), { recursive: true })
  expect(await build('second')).toBe(true)
  expect(output()).toBe('second')
})

test('an interrupted build does not count, even if the sources are reverted', async () => {
  await build('first')
  await expect(build('interrupt')).rejects.toThrow()
  expect(output()).toBe('interrupt')
  expect(await build('first')).toBe(true)
  expect(output()).toBe('first')
})

function build(source: string): Promise<boolean> {
  write(`${SERVICE}/source.txt`, source)
  return buildService(SERVICE, { root, commands: makeCommands(), print: () => {} })
}

function output(): string {
  return readFileSync(join(root, SERVICE, 'dist/main.js'), 'utf8')
}

function write(file: string, text: string): void {
  mkdirSync(join(root, SERVICE), { recursive: true })
  writeFileSync(join(root, file), text)
}
