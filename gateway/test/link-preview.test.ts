/** Tests what the gateway includes in the head of a page, as a messenger reads it: without running scripts. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { waitFor } from '@inkproof/launcher/process/wait'
import { startTestGateway, type TestGateway } from '@inkproof/launcher/testing/gateway'
import { makeTestFolder, ROOT, removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'

const LINK = 'Zm9yLWEtbGluay10by1h'
const TAGS = '<title>Lease · Inkproof</title>\n<meta property="og:title" content="Lease">'
const GENERIC_TITLE = '<title>Inkproof</title>'
/** The gateway waits 300 ms for the service. */
const MAX_WAIT_MS = 1500

type Handler = (request: IncomingMessage, response: ServerResponse) => void

let folder = ''
let service: Server
let gateway: TestGateway
let handle: Handler
const requests: IncomingMessage[] = []
const open = new Set<ServerResponse>()

const sendTags: Handler = (_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(TAGS)
}

beforeAll(async () => {
  folder = await makeTestFolder('gateway-link-preview')
  mkdirSync(join(folder, 'www/shell'), { recursive: true })
  const page = readFileSync(join(ROOT, 'shell/src/index.html'), 'utf8')
  writeFileSync(join(folder, 'www/shell/index.html'), page)
  service = createServer((request, response) => {
    requests.push(request)
    open.add(response)
    handle(request, response)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const documents = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  gateway = await startTestGateway({
    folder,
    log: join(folder, 'log'),
    www: join(folder, 'www'),
    services: { documents },
  })
})
afterEach(() => {
  for (const response of open) response.destroy()
  open.clear()
  requests.length = 0
})
afterAll(async () => {
  await gateway?.stop()
  service.closeAllConnections()
  await new Promise((resolve) => service.close(resolve))
  await removeTestFolder(folder)
})

type Page = { head: string; body: string; headers: Headers }

async function fetchPage(path: string, headers: Record<string, string> = {}): Promise<Page> {
  const response = await fetch(gateway.origin + path, { headers })
  expect(response.status).toBe(200)
  const html = await response.text()
  const [head = '', body = ''] = html.split('</head>')
  return { head, body, headers: response.headers }
}

function expectGenericHead({ head, body }: Page): void {
  expect(head.match(/<title>.*<\/title>/g)).toEqual([GENERIC_TITLE])
  expect(head.match(/<meta name="description"/g)).toHaveLength(1)
  expect(head).not.toContain('og:')
  expect(head).not.toContain('<!--#')
  expect(body).toContain('<div id="root">')
}

test('includes what svc-documents returns for a share link', async () => {
  handle = sendTags
  const { head, headers } = await fetchPage(`/share/${LINK}`)
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `GET /api/v1/shares/${LINK}/head`,
  ])
  expect(head).toContain(TAGS)
  expect(head).not.toContain(GENERIC_TITLE)
  expect(head.indexOf(TAGS)).toBeLessThan(1000)
  expect(headers.get('cache-control')).toBe('no-store')
})

test('asks for HTML, whatever the client accepts, and forwards the client’s address', async () => {
  handle = sendTags
  const { head } = await fetchPage(`/share/${LINK}?from=mail`, { accept: 'image/png' })
  expect(head).toContain(TAGS)
  expect(requests[0]?.headers).toMatchObject({ accept: 'text/html', 'x-real-ip': '127.0.0.1' })
})

test('does not execute a directive in a title', async () => {
  handle = (_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<title><!--# echo var="request_id" --></title>')
  }
  const { head } = await fetchPage(`/share/${LINK}`)
  expect(head).toContain('<title><!--# echo var="request_id" --></title>')
})

test.each([['/'], ['/verify'], ['/share'], ['/share/a/b'], ['/share/a.b'], ['/shared/abc']])(
  'does not ask the service for %s',
  async (path) => {
    handle = sendTags
    const page = await fetchPage(path)
    expect(requests).toEqual([])
    expectGenericHead(page)
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('x-robots-tag')).toBe(null)
  },
)

describe('the generic title is included', () => {
  test.each([400, 404, 406, 409, 429, 500, 503])('if the service answers %d', async (status) => {
    handle = (_request, response) => {
      response.statusCode = status
      response.end('{"title":"Problem"}')
    }
    expectGenericHead(await fetchPage(`/share/${LINK}`))
    expect(requests).toHaveLength(1)
  })

  test('if the service closes the connection', async () => {
    handle = (request) => request.destroy()
    expectGenericHead(await fetchPage(`/share/${LINK}`))
  })

  test('soon, if the service does not answer, and search engines are still told not to list the page', async () => {
    handle = () => {}
    const startedAt = performance.now()
    const page = await fetchPage(`/share/${LINK}`)
    expect(performance.now() - startedAt).toBeLessThan(MAX_WAIT_MS)
    expectGenericHead(page)
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
  })
})

test('logs neither the link of the page nor that of the image', async () => {
  handle = sendTags
  await fetchPage(`/share/${LINK}`)
  await (await fetch(`${gateway.origin}/api/v1/shares/${LINK}/preview.png`)).text()
  const readLog = () => readFileSync(join(folder, 'logs/access.log'), 'utf8')
  // The gateway writes a request to its log after it has sent the response.
  for (const path of ['/share/***', '/api/v1/shares/***'])
    await waitFor(async () => readLog().includes(`"path":"${path}"`), {
      timeoutMs: 60_000,
      what: `the access log with ${path}`,
    })
  expect(readLog()).not.toContain(LINK)
})
