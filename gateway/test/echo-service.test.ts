/** Tests what the gateway forwards, serves from the record and logs, with a separate gateway and an echo service. */
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readCompose } from '@inkproof/launcher/compose/read-compose'
import { gateway } from '@inkproof/launcher/parts/nginx'
import { startPart } from '@inkproof/launcher/parts/start-part'
import { freePort } from '@inkproof/launcher/process/free-port'
import type { Supervised } from '@inkproof/launcher/process/supervise'
import { waitFor } from '@inkproof/launcher/process/wait'
import { loadKeys } from '@inkproof/launcher/system/keys'
import { upstreamVariables } from '@inkproof/launcher/system/services'
import { testSystem } from '@inkproof/launcher/testing/control'
import { testContext } from '@inkproof/launcher/testing/parts'
import { makeTestFolder, ROOT, removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { fill, readTable, send, unmetExpectations } from './request-table.ts'

const LOG_FILES = [
  'policy.json',
  'rotations.json',
  'checkpoint',
  'tile/0/000.p/1',
  'tile/entries/000.p/1',
  'anchor/latest',
  'anchor/1',
]

/** Full files of the record, with their sizes; those with the index 1 are truncated. */
const FULL_FILES: Record<string, number> = {
  'tile/0/000': 8_192,
  'tile/0/001': 8_191,
  'tile/entries/x001/234': 11_264,
  'tile/entries/001': 11_263,
}
/** `gateway/test/log.txt` revalidates a file with this time. */
const FULL_FILES_MODIFIED_AT = new Date('2026-01-01T00:00:00Z')

const UNFINISHED_FILES = ['tile/0/.5f0c.tmp', 'anchor/.5f0c.tmp']

/** A path on which the service closes the connection without a response. */
const BROKEN_PATH = '/api/content/share/'

let folder = ''
let origin = ''
let echo: Server
const running: Supervised[] = []

beforeAll(async () => {
  folder = await makeTestFolder('gateway')
  for (const name of LOG_FILES) writeLogFile(name)
  for (const [name, size] of Object.entries(FULL_FILES)) {
    writeLogFile(name, 'a'.repeat(size))
    utimesSync(join(folder, 'log', name), FULL_FILES_MODIFIED_AT, FULL_FILES_MODIFIED_AT)
  }
  for (const name of UNFINISHED_FILES) writeLogFile(name, 'half')
  echo = createServer((request, response) => {
    const { url, method, headers } = request
    response.setHeader('x-powered-by', 'echo')
    if (url?.startsWith(BROKEN_PATH)) request.destroy()
    else response.end(JSON.stringify({ url, method, ...headers }))
  })
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${await freePort()}`
  const part = gateway({
    templates: join(ROOT, 'gateway/templates'),
    origin,
    values: await gatewayEnv(),
  })
  const prepared = await part.prepare(testContext(folder))
  const folders = { run: join(folder, 'run'), logs: join(folder, 'logs') }
  await startPart('gateway', prepared, folders, (process) => running.push(process))
})

afterAll(async () => {
  for (const process of running) await process.stop()
  await new Promise((resolve) => echo.close(resolve))
  await removeTestFolder(folder)
})

describe.each(['log', 'forwarding', 'internal'])('gateway/test/%s.txt', (table) => {
  const cases = readTable(readFileSync(join(import.meta.dirname, `${table}.txt`), 'utf8'))

  test.each(cases.map((row) => [row.name, row] as const))(
    '%s',
    async (_, { request, expected }) => {
      const response = await send(
        origin,
        request.map((line) => fill(line, {})),
      )
      expect({ ...response, unmet: unmetExpectations(response, expected) }).toMatchObject({
        unmet: [],
      })
    },
  )
})

test('logs each request as JSON, without the secrets that give access to a document', async () => {
  const secret = 'c2VjcmV0LXNoYXJlLWxpbms'
  const paths = [
    `/share/${secret}?key=${secret}`,
    `/api/v1/shares/${secret}/proof`,
    `/share/${secret}/share/x`,
    `/API/v1/SHARES/${secret}`,
    `/%73hare/${secret}`,
    `/shares/x//share/${secret}`,
    `/sign/${secret}`,
  ]
  for (const path of paths) {
    await send(origin, [
      `GET ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${secret}`,
      `Referer: http://localhost/share/${secret}`,
      `Cookie: a=${secret}`,
    ])
  }
  const { text, lines } = await readAccessLog('/sign/***')
  expect(lines.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/share/***',
      '/api/v1/shares/***/proof',
      '/sign/***',
      '/API/v1/SHARES/***',
      '(non-canonical path)',
    ]),
  )
  expect(text).not.toContain(secret)
})

test('limits the rate of a client and tells it when to retry', async () => {
  // No other test sends from this address, so the whole burst is left.
  const client = '127.0.0.9'
  const burst = await Promise.all(
    Array.from({ length: 120 }, () =>
      send(origin, ['GET /api/auth/me HTTP/1.1', 'Host: localhost'], client),
    ),
  )
  const refused = burst.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers['retry-after']).toBe('1')
  expect(refused[0]?.body).toContain('Too many requests.')
  expect(burst.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(60)
})

test('logs an exceeded limit and an unreachable service, without secrets', async () => {
  const secret = 'bGluay10aGF0LW9wZW5z'
  const get = (path: string) =>
    send(origin, [
      `GET ${path}?key=${secret} HTTP/1.1`,
      'Host: localhost',
      `Referer: http://localhost/share/${secret}`,
    ])
  const responses = await Promise.all(
    Array.from({ length: 120 }, () => get(`/api/auth/share/${secret}`)),
  )
  expect(responses.map(({ status }) => status)).toContain(429)
  expect((await get(`${BROKEN_PATH}${secret}`)).status).toBe(503)
  const { lines } = await readAccessLog(`${BROKEN_PATH}***`)
  expect(lines).toContainEqual(expect.objectContaining({ status: 429, rateLimit: 'REJECTED' }))
  // On a kept-alive connection, nginx retries once on a new connection.
  const upstreamStatus = expect.stringMatching(/^502(, 502)?$/)
  const expectedLine = { status: 503, path: `${BROKEN_PATH}***`, upstreamStatus }
  expect(lines).toContainEqual(expect.objectContaining(expectedLine))
  for (const name of readdirSync(join(folder, 'logs')))
    expect([name, readFileSync(join(folder, 'logs', name), 'utf8')]).toEqual([
      name,
      expect.not.stringContaining(secret),
    ])
})

/** Waits until the access log contains this text. Returns its text and its lines, parsed. */
async function readAccessLog(expected: string) {
  const read = () => readFileSync(join(folder, 'logs/access.log'), 'utf8')
  await waitFor(async () => read().includes(expected), {
    timeoutMs: 60_000,
    what: 'the access log',
  })
  const text = read()
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { text, lines }
}

function writeLogFile(name: string, text = JSON.stringify({ origin: 'test' })): void {
  const path = join(folder, 'log', name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}

async function gatewayEnv(): Promise<Record<string, string>> {
  const { port } = echo.address() as AddressInfo
  const servers = `server 127.0.0.1:${port};`
  const variables = {
    ...(await loadKeys(folder)),
    GATEWAY_LISTEN: `listen ${new URL(origin).host};`,
    GATEWAY_RESOLVER: 'resolver_timeout 5s;',
    ...upstreamVariables(() => servers),
    GATEWAY_WWW: testSystem().www,
    GATEWAY_LOG: join(folder, 'log'),
    GATEWAY_STATE: join(folder, 'gateway'),
    GATEWAY_ACCESS_LOG: join(folder, 'logs/access.log'),
  }
  const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
  return readCompose(compose, variables).get('gateway')?.environment ?? {}
}
