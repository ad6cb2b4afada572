import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signCosignature } from '@inkproof/proof/cosignature'
import { afterEach, expect, test } from '@jest/globals'
import { growingLog } from '../testing/growing-log.ts'
import { lockFolder } from './lock.ts'
import { openState } from './state.ts'
import { runWitness } from './witness-command.ts'
import { openKey } from './witness-key.ts'

const LOG = growingLog()
const NAME = 'witness.example/w1'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Creates the folder of a witness that has cosigned 7 entries. */
async function setup(): Promise<string> {
  const dir = createFolder()
  const { key } = await openKey(dir, NAME)
  const note = LOG.note(7) + signCosignature(LOG.text(7), key, 1_790_000_000n)
  const state = await openState(dir, key)
  await state.save({ origin: LOG.origin, size: 7n, root: new Uint8Array(32), note })
  return dir
}

function createFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'inkproof-witness-'))
  folders.push(dir)
  return dir
}

/** Runs the command where it must end by itself. */
async function run(dir: string, ...options: string[]) {
  let output = ''
  const print = (text: string) => {
    output += `${text}\n`
  }
  const argv = ['--dir', dir, '--log', LOG.vkey, '--listen', '127.0.0.1:0', ...options]
  const code = await runWitness(argv, { info: print, error: print })
  return { code, output }
}

test('reads what it has stored', async () => {
  const dir = await setup()
  const { key, isNew } = await openKey(dir, null)
  expect([isNew, key.name]).toEqual([false, NAME])
  expect((await openState(dir, key)).latest(LOG.origin)?.size).toBe(7n)
  expect(statSync(join(dir, 'state')).mode & 0o777).toBe(0o600)
})

test.each([
  ['missing', (path: string) => rmSync(path), 'the state is missing'],
  ['cut off', cut, 'the state is damaged'],
  ['changed', edit, 'the state is damaged'],
  ['empty', (path: string) => writeFileSync(path, ''), 'the state is damaged'],
])('is retired for good when its state is %s', async (_name, damage, reason) => {
  const dir = await setup()
  const path = join(dir, 'state')
  cpSync(path, join(dir, 'backup'))
  damage(path)
  const { code, output } = await run(dir)
  expect([code, output]).toEqual([
    1,
    expect.stringContaining(`This witness is retired: ${reason}.`),
  ])
  // A backup does not bring it back: it may be older than the last signature.
  cpSync(join(dir, 'backup'), path)
  expect(await run(dir)).toEqual({ code, output })
})

test('is retired when it is given the state of another key', async () => {
  const [dir, other] = [await setup(), await setup()]
  cpSync(join(other, 'state'), join(dir, 'state'))
  const { code, output } = await run(dir)
  expect([code, output]).toEqual([1, expect.stringContaining('the state belongs to another key')])
})

test('does not create a key in a folder with the state of a lost key', async () => {
  const dir = await setup()
  rmSync(join(dir, 'key'))
  const { code, output } = await run(dir, '--name', NAME)
  expect([code, output]).toEqual([2, expect.stringContaining('but no key')])
  const retired = createFolder()
  writeFileSync(join(retired, 'retired'), 'the state is missing')
  expect((await run(retired, '--name', NAME)).output).toContain('but no key')
})

test('runs once per folder', async () => {
  const dir = await setup()
  const unlock = await lockFolder(dir)
  const { code, output } = await run(dir)
  await unlock()
  expect([code, output]).toEqual([2, expect.stringContaining('Another process is running')])
})

test.each([
  ['a key that others can read', (path: string) => chmodSync(path, 0o640), 'chmod 600'],
  ['a damaged key', (path: string) => appendFileSync(path, 'x'), 'is not the key of a witness'],
])('refuses %s', async (_name, change, sentence) => {
  const dir = await setup()
  const path = join(dir, 'key')
  const secret = readFileSync(path, 'utf8').trim().split('+').slice(4).join('+')
  change(path)
  const { code, output } = await run(dir)
  expect([code, output]).toEqual([2, expect.stringContaining(sentence)])
  expect(output).not.toContain(secret)
})

test('refuses a new key without a usable name', async () => {
  const dir = createFolder()
  expect((await run(dir)).output).toContain('--name is required')
  expect((await run(dir, '--name', 'a b')).output).toContain('cannot be used')
  expect(existsSync(join(dir, 'key'))).toBe(false)
})

test('refuses another name than the key’s', async () => {
  const { code, output } = await run(await setup(), '--name', 'other')
  expect([code, output]).toEqual([2, expect.stringContaining(`has the name ${NAME}`)])
})

function cut(path: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, -30))
}

function edit(path: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replace('\\n7\\n', '\\n6\\n'))
}
