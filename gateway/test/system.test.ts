/** Tests the responses of the running system's gateway with the request tables in this folder. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { testSystem } from '@inkproof/launcher/testing/control'
import { importCalls } from '@inkproof/service-kit/testing/import-calls'
import { describe, expect, test } from '@jest/globals'
import { fill, readTable, send, unmetExpectations } from './request-table.ts'

const TABLES = ['hosts', 'pages', 'files', 'refusals', 'services']

/** The default limit in nginx.conf.template; calls with larger bodies need a separate location. */
const NGINX_BODY_BYTES = 1024 * 1024
/** The limit for uploads in api.conf.template; refusals.txt has the first size over it. */
const UPLOAD_BODY_BYTES = 51 * 1024 * 1024

type Published = { id: string; entry: string }

describe.each(TABLES)('gateway/test/%s.txt', (table) => {
  const cases = readTable(readFileSync(join(import.meta.dirname, `${table}.txt`), 'utf8'))

  test.each(cases.map((row) => [row.name, row] as const))(
    '%s',
    async (_, { request, expected }) => {
      const values = await fetchReleasePaths()
      const lines = request.map((line) => fill(line, values))
      const response = await send(testSystem().origin, lines)
      expect({ ...response, unmet: unmetExpectations(response, expected) }).toMatchObject({
        unmet: [],
      })
    },
  )
})

test('uses a new nonce for every page, the same in its policy and in its HTML', async () => {
  const page = ['GET / HTTP/1.1', 'Host: localhost']
  const responses = [await send(testSystem().origin, page), await send(testSystem().origin, page)]
  const nonces = responses.map(
    ({ headers }) => /'nonce-([0-9a-f]{32})'/.exec(headers['content-security-policy'] ?? '')?.[1],
  )
  expect(nonces[0]).toBeDefined()
  expect(nonces[0]).not.toBe(nonces[1])
  expect(responses[0]?.body).toContain(nonces[0])
})

test('forwards the largest body of each call that accepts more than the default limit', async () => {
  const definitions = (await importCalls()).map(({ definition }) => definition)
  const large = definitions
    .map(({ bodyBytes = 0, upload, ...call }) => ({
      ...call,
      bodyBytes: upload?.maxBytes ?? bodyBytes,
      type: upload?.type ?? 'application/json',
    }))
    .filter(({ bodyBytes }) => bodyBytes > NGINX_BODY_BYTES)
  expect(large.length).toBeGreaterThan(2)
  for (const { access, method, path, bodyBytes, type } of large) {
    const init = { method, headers: { 'content-type': type } }
    const url = testSystem().origin + path
    const forwarded = await fetch(url, { ...init, body: ' '.repeat(bodyBytes) })
    // Without a session, or without what a call that needs none checks instead.
    const status = access === 'anyone' ? 400 : 401
    expect({ path, status: forwarded.status }).toEqual({ path, status })
  }
})

test('forwards an upload of 51 MB to svc-signing', async () => {
  const { status, headers } = await fetch(`${testSystem().origin}/api/v1/envelopes`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf' },
    body: new Uint8Array(UPLOAD_BODY_BYTES),
  })
  expect([status, headers.get('inkproof-error')]).toEqual([401, 'SIGN_IN_REQUIRED'])
})

test('serves no source maps', async () => {
  const { entry = '' } = await fetchReleasePaths()
  const { status } = await send(testSystem().origin, [
    `GET ${entry}.map HTTP/1.1`,
    'Host: localhost',
  ])
  expect(status).toBe(404)
})

/** Returns the paths that the tables use, from the current release. */
async function fetchReleasePaths(): Promise<Record<string, string>> {
  const { origin } = testSystem()
  const { slices } = (await (await fetch(`${origin}/slices.json`)).json()) as {
    slices: Published[]
  }
  const page = await (await fetch(origin)).text()
  const files = slices.flatMap(({ entry }) =>
    readdirSync(join(testSystem().www, dirname(entry))).map((file) => join(dirname(entry), file)),
  )
  const find = (pattern: RegExp) => files.find((file) => pattern.test(file)) ?? ''
  return {
    entry: slices.find(({ id }) => id === 'documents')?.entry ?? '',
    static: /\/static\/[^"]+\.js/.exec(page)?.[0] ?? '',
    'wasm-worker': find(/\.wasm-worker\.[^/]*\.js$/),
    'pdf-signatures': find(/pdf-signatures\.worker\.[^/]*\.js$/),
    signatures: find(/\/signatures\.worker\.[^/]*\.js$/),
    pictures: find(/\/pictures\.worker\.[^/]*\.js$/),
    'chain-reader': find(/chain-reader\.worker\.[^/]*\.js$/),
  }
}
