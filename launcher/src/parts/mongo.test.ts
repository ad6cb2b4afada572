/** Tests which server is chosen. Its behaviour is tested in the conformance suite. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { toolsFolder } from '../testing/test-folder.ts'
import { mongo } from './mongo.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

test('prefers the server in MONGODB_URI, and starts nothing', async () => {
  const found = await mongo.prepare(
    setup({ MONGODB_URI: 'mongodb://me:secret@db.example:27017/x' }),
  )
  expect(found.launch).toBeUndefined()
  expect(found.addresses.url).toBe('mongodb://me:secret@db.example:27017/x')
  expect(found.from).toBe('MONGODB_URI, at db.example:27017')
})

test('uses mongod from the PATH, from version 6 on', async () => {
  const context = setup({ PATH: withMongod('v6.0.19') })
  const found = await mongo.prepare(context)
  expect(found.from).toContain('mongod, version 6.0.19')
  expect(found.notice).toBeUndefined()
  expect(found.launch?.args).toEqual(expect.arrayContaining(['--bind_ip', '127.0.0.1']))
})

test('ignores an older mongod, notices at once that there is no download, and uses the stand-in', async () => {
  const mirror = 'http://127.0.0.1:9'
  const PATH = `${withMongod('v5.0.3')}:${process.env['PATH']}`
  const startedMs = Date.now()
  const found = await mongo.prepare(setup({ PATH, MONGOMS_DOWNLOAD_MIRROR: mirror }))
  expect(Date.now() - startedMs).toBeLessThan(5000)
  expect(found.from).toContain('SecantusDB')
  expect(found.notice).toContain('not for production')
  expect(found.launch?.args).toEqual(expect.arrayContaining(['--sync-on-commit', '--standalone']))
})

test('keeps using the stand-in for data that it created, whatever else is available', async () => {
  const context = setup({ PATH: withMongod('v8.0.0') })
  mkdirSync(join(context.data, 'mongo-stand-in'))
  expect((await mongo.prepare(context)).from).toContain('SecantusDB')
})

function setup(env: NodeJS.ProcessEnv) {
  const data = freshFolder()
  return { data, tools: toolsFolder(), port: async () => 1, say: () => undefined, env }
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
