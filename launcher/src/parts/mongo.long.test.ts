/** Tests which server is chosen; the conformance suite tests its behavior. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { MongoClient } from 'mongodb'
import { freePort } from '../process/free-port.ts'
import { waitFor } from '../process/wait.ts'
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
  const context = setup({ PATH: await withMongod('v6.0.19') })
  const prepared = await mongo.prepare(context)
  expect(prepared.from).toContain('mongod, version 6.0.19')
  expect(prepared.notice).toBeUndefined()
  expect(prepared.launch?.args).toEqual(
    expect.arrayContaining(['--bind_ip', '127.0.0.1', '--nounixsocket', '--auth']),
  )
})

test('a mongod requires the password of its only user, which others cannot read', async () => {
  const context = setup({ PATH: await withMongod('v8.0.0') })
  const prepared = await mongo.prepare(context)
  const { username, password, host } = new URL(prepared.addresses.url)
  expect([username, password.length]).toEqual(['inkproof', 32])
  expect(statSync(join(context.data, 'mongod-password')).mode & 0o777).toBe(0o600)
  const { command = '', args = [], cwd, env } = prepared.launch ?? {}
  expect(args.join()).not.toContain(password)
  const server = spawn(command, args, { cwd, env, stdio: 'ignore' })
  await waitFor(prepared.isReady, { timeoutMs: 30_000, what: 'mongod' })
  expect(Array.isArray(await listDatabases(prepared.addresses.url))).toBe(true)
  for (const credentials of ['', 'inkproof:wrong@'])
    await expect(
      listDatabases(`mongodb://${credentials}${host}/?authSource=admin`),
    ).rejects.toThrow(/auth/i)
  server.kill('SIGKILL')
  await once(server, 'exit')
})

test('ignores an older mongod, quickly detects that the download is unreachable, and uses the stand-in', async () => {
  const PATH = `${await withMongod('v5.0.3')}:${process.env['PATH']}`
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
  const context = setup({ PATH: await withMongod('v8.0.0') })
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

/**
 * Returns a folder with a `mongod` of this version: the stand-in with the options of mongod, because there is no mongod.
 * It shows what the launcher does, not how a real mongod reacts.
 */
async function withMongod(version: string): Promise<string> {
  const folder = freshFolder()
  const standIn = await mongo.prepare(setup({ PATH: '', MONGOMS_DOWNLOAD_MIRROR: NO_MIRROR }))
  const { command, args = [] } = standIn.launch ?? {}
  const script = `#!/bin/bash
if [ "$1" = --version ]; then echo "db version ${version}"; exit; fi
args=()
for arg; do
  case $arg in
    --dbpath) args+=(--storage-path) ;;
    --bind_ip) args+=(--host) ;;
    --nounixsocket) ;;
    *) args+=("$arg") ;;
  esac
done
exec "${command}" "${args[0]}" "\${args[@]}" --sync-on-commit --standalone
`
  writeFileSync(join(folder, 'mongod'), script)
  chmodSync(join(folder, 'mongod'), 0o755)
  return folder
}

async function listDatabases(url: string): Promise<string[]> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 2_000 })
  try {
    return (await client.db('admin').admin().listDatabases()).databases.map(({ name }) => name)
  } finally {
    await client.close()
  }
}

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-mongo-'))
  folders.push(folder)
  return folder
}
