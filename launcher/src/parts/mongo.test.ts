/** Tests which server is chosen; the conformance suite tests its behavior. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { freePort } from '../process/free-port.ts'
import { toolsFolder } from '../testing/test-folder.ts'
import { mongo } from './mongo.ts'

/** Rejects connections immediately. */
const NO_MIRROR = 'http://127.0.0.1:9'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

test('uses the server in MONGODB_URI and starts none', async () => {
  const prepared = await mongo.prepare(
    setup({ MONGODB_URI: 'mongodb://me:secret@db.example:27017/x' }),
  )
  expect(prepared.launch).toBeUndefined()
  expect(prepared.addresses.url).toBe('mongodb://me:secret@db.example:27017/x')
  expect(prepared.from).toBe('MONGODB_URI, at db.example:27017')
})

test('uses mongod from the PATH, from version 6 on', async () => {
  const context = setup({ PATH: withMongod('v6.0.19') })
  const prepared = await mongo.prepare(context)
  expect(prepared.from).toContain('mongod, version 6.0.19')
  expect(prepared.notice).toBeUndefined()
  expect(prepared.launch?.args).toEqual(expect.arrayContaining(['--bind_ip', '127.0.0.1']))
})

test('ignores an older mongod, quickly detects that the download is unreachable, and uses the stand-in', async () => {
  const PATH = `${withMongod('v5.0.3')}:${process.env['PATH']}`
  const startedMs = Date.now()
  const prepared = await mongo.prepare(setup({ PATH, MONGOMS_DOWNLOAD_MIRROR: NO_MIRROR }))
  expect(Date.now() - startedMs).toBeLessThan(5000)
  expect(prepared.from).toContain('SecantusDB')
  expect(prepared.notice).toContain('not for production')
  expect(prepared.launch?.args).toEqual(
    expect.arrayContaining(['--sync-on-commit', '--standalone']),
  )
})

test('keeps using the stand-in for data it created, even if mongod is available', async () => {
  const context = setup({ PATH: withMongod('v8.0.0') })
  mkdirSync(join(context.data, 'mongo-stand-in'))
  expect((await mongo.prepare(context)).from).toContain('SecantusDB')
})

test('starts the stand-in after its folder was moved', async () => {
  const tools = freshFolder()
  const { launch } = await mongo.prepare(setup({ PATH: '', MONGOMS_DOWNLOAD_MIRROR: NO_MIRROR }))
  const [program = ''] = launch?.args ?? []
  execFileSync('cp', ['-a', dirname(dirname(program)), tools])
  const moved = join(tools, basename(dirname(dirname(program))))
  const script = join(moved, 'bin', basename(program))
  const source = readFileSync(script, 'utf8')
  rmSync(script)
  writeFileSync(script, source.replace(/^#!.*/, '#!/nonexistent/python'), { mode: 0o755 })
  const context = { ...setup({ PATH: '', MONGOMS_DOWNLOAD_MIRROR: NO_MIRROR }), tools }
  const { command = '', args = [] } = (await mongo.prepare(context)).launch ?? {}
  expect(execFileSync(command, [...args, '--help'], { encoding: 'utf8' })).toContain('usage:')
})

function setup(env: NodeJS.ProcessEnv) {
  const data = freshFolder()
  return { data, tools: toolsFolder(), port: freePort, print: () => undefined, env }
}

function withMongod(version: string): string {
  const folder = freshFolder()
  writeFileSync(join(folder, 'mongod'), `#!/bin/sh\necho "db version ${version}"\n`)
  chmodSync(join(folder, 'mongod'), 0o755)
  return folder
}

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-mongo-'))
  folders.push(folder)
  return folder
}
