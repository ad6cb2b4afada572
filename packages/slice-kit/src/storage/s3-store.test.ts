/** Storage that does not respond, and storage that ignores conditions of writes: both are servers of this test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { ROOT } from '../release/paths.ts'
import { follow } from './follow.ts'
import { pull } from './pull.ts'
import { push } from './push.ts'
import { openS3, type S3Options } from './s3-store.ts'
import { hashOf } from './tree.ts'

const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }

let folder: string
let server: Server | undefined

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inkproof-s3-'))
})
afterEach(async () => {
  server?.closeAllConnections()
  server?.close()
  await rm(folder, { recursive: true })
})

test('a request to storage that does not respond ends after the time limit', async () => {
  await listen(() => undefined)
  const store = open({ limits: { connectionTimeout: 100, socketTimeout: 100 } })
  await expect(store.get('live.json')).rejects.toThrow(/timed out|timeout/i)
})

test('a follower ends although the storage does not respond', async () => {
  await listen(() => undefined)
  const controller = new AbortController()
  const { signal } = controller
  const lines: string[] = []
  const store = open({ signal })
  const following = follow(store, folder, {
    intervalMs: 1000,
    signal,
    log: (line) => lines.push(line),
  })
  await once(server as Server, 'request')
  controller.abort()
  await following
  expect(lines).toEqual([])
})

test('nothing is released to storage that ignores conditions', async () => {
  const objects = await storeObjects()
  await writeFile(path.join(folder, 'slices.json'), '{}')
  await expect(push(open(), folder, { tree: {}, etag: null })).rejects.toThrow(
    's3://releases/live ignores the conditions of writes',
  )
  expect([...objects.keys()].filter((key) => key.endsWith('live.json'))).toEqual([])
})

test('a folder with files of another kind stays as it is', async () => {
  await releaseTo(await storeObjects(), { 'slices.json': '{}' })
  await writeFile(path.join(folder, 'thesis.txt'), 'text')
  await expect(pull(open(), folder)).rejects.toThrow(
    'contains files but no release, such as thesis.txt',
  )
  expect((await readdir(folder)).filter((name) => !name.startsWith('.'))).toEqual(['thesis.txt'])
})

test('a first pull that was interrupted is continued, even with a newer release', async () => {
  const objects = await storeObjects()
  await releaseTo(objects, { 'shell/index.html': 'old', 'x.html': 'x', 'slices.json': '1' })
  // A folder at the path of the second file ends the pull after the first.
  await mkdir(path.join(folder, 'x.html'))
  await expect(pull(open(), folder)).rejects.toThrow('x.html')
  await rmdir(path.join(folder, 'x.html'))
  await releaseTo(objects, { 'slices.json': '2', 'shell/index.html': 'new' })
  await pull(open(), folder)
  expect(await readFile(path.join(folder, 'shell/index.html'), 'utf8')).toBe('new')
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s to `npm run pull` ends it', async (signal) => {
  await releaseTo(await storeObjects(), { 'slices.json': '{}' })
  const args = ['--from', 's3://releases/live', '--to', folder, '--every', '3600']
  const npm = ['run', '--silent', 'pull', '--', ...args]
  const pulling = spawn('npm', npm, { cwd: ROOT, env: process.env, detached: true })
  try {
    const [line] = await once(createInterface({ input: pulling.stdout }), 'line')
    expect(line).toBe(`${folder} contains the live release of s3://releases/live`)
    pulling.kill(signal)
    expect(await once(pulling, 'exit')).toEqual([0, null])
    await untilGroupEnded(pulling)
  } finally {
    killGroup(pulling)
  }
})

function open(options: S3Options = {}) {
  return openS3('s3://releases/live', options)
}

/** Waits until no process of the group is left. npm can end shortly before the last one. */
async function untilGroupEnded({ pid }: ChildProcess): Promise<void> {
  const hasProcesses = () => {
    try {
      return process.kill(-(pid as number), 0)
    } catch {
      return false
    }
  }
  while (hasProcesses()) await delay(20)
}

/** Ends what remains of a command that was started as a process group. */
function killGroup({ pid }: ChildProcess) {
  try {
    process.kill(-(pid as number), 'SIGKILL')
  } catch {
    // Nothing remains.
  }
}

/** Starts a server, and names it in the environment, from which AWS clients read it. */
async function listen(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  Object.assign(process.env, CREDENTIALS, { AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` })
}

/** Starts storage that writes every object unconditionally. Returns its objects by their path. */
async function storeObjects(): Promise<Map<string, Buffer>> {
  const objects = new Map<string, Buffer>()
  await listen(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (request.method === 'PUT') objects.set(pathname, await buffer(request))
    const bytes = objects.get(pathname)
    if (bytes === undefined) response.writeHead(404).end()
    else response.writeHead(200, { etag: '"1"' }).end(request.method === 'PUT' ? '' : bytes)
  })
  return objects
}

async function releaseTo(objects: Map<string, Buffer>, files: Record<string, string>) {
  const put = (text: string) => {
    const sha256 = hashOf(Buffer.from(text))
    objects.set(`/releases/live/files/${sha256}`, Buffer.from(text))
    return sha256
  }
  const entries = Object.entries(files).map(
    ([file, text]) => [file, { sha256: put(text), published: 1 }] as const,
  )
  const tree = put(JSON.stringify(Object.fromEntries(entries)))
  objects.set('/releases/live/live.json', Buffer.from(JSON.stringify({ schema: 1, tree })))
}
