import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { PublishedSlice } from '@inkproof/slice/describe'
import type { BuiltSlice } from '../release/built-slice.ts'
import { contentType } from '../release/content-type.ts'
import { localUrl } from '../release/local-request.ts'
import { RETIRING_WORKER } from '../release/worker.ts'
import { CLIENT, devPage, devRegistry, EVENTS, gatewayAddress } from './dev-page.ts'
import { forward, type GatewayResponse, relay, withoutHopByHop } from './forward.ts'
import { createOpenPages, type Problem } from './open-pages.ts'

export type DevServer = {
  origin: string
  /** Serves this build from now on, reloads the open pages, and removes an error of an earlier build from them. */
  use(build: BuiltSlice): void
  /** Shows an error in the open pages until the next call; null removes it. */
  show(problem: Problem | null): void
  stop(): Promise<void>
}

/** The page that is open while the next build is made may still load files of its own. */
const KEPT_BUILDS = 2
const REGISTRY = '/slices.json'

const OWN_SCRIPTS: Readonly<Record<string, string>> = {
  [CLIENT]: readFileSync(path.join(import.meta.dirname, 'client.mjs'), 'utf8'),
  // The worker of the release would serve released files while the gateway is stopped.
  '/service-worker.js': RETIRING_WORKER,
}

/**
 * Serves everything from the gateway of a running system, except that one slice comes from the latest build. Only visitors of
 * this server get that build. Headers, such as the content security policy, are the gateway's. Listens on the loopback
 * address only, and answers other host names with 421.
 *
 * @param gateway origin of the running system
 * @param port 0 selects a free port
 * @throws Error if the port is in use
 */
export async function startDevServer(gateway: string, port: number): Promise<DevServer> {
  const builds: BuiltSlice[] = []
  const pages = createOpenPages()
  const server = createServer((request, response) => {
    const context = { gateway, ownOrigin: originOf(server), builds }
    const url = localUrl(request, response)
    if (url === null) return
    const own = OWN_SCRIPTS[url.pathname]
    if (url.pathname === EVENTS) return pages.add(response)
    if (own !== undefined) return sendScript(own, response)
    respond(request, url, response, context).catch((error: Error) => {
      if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' })
      response.end(`${gateway} does not respond: ${error.message}\n`)
    })
  })
  await listen(server, port)
  return {
    origin: originOf(server),
    use: (build) => {
      builds.unshift(build)
      builds.splice(KEPT_BUILDS)
      pages.update({ version: build.slice.version, problem: null })
    },
    show: (problem) => pages.update({ problem }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Context = { gateway: string; ownOrigin: string; builds: readonly BuiltSlice[] }

async function respond(
  request: IncomingMessage,
  url: URL,
  response: ServerResponse,
  { gateway, ownOrigin, builds }: Context,
): Promise<void> {
  const slice = builds[0]?.slice
  const file = builds.map(({ files }) => files.get(url.pathname)).find(Boolean)
  const isPage = request.headers.accept?.includes('text/html') === true
  const address = isPage ? gatewayAddress(slice, url) : url.pathname + url.search
  const plain = isPage || url.pathname === REGISTRY || file !== undefined
  const from = await forward(request, { gateway, ownOrigin, address, plain })
  if (file !== undefined) sendFile(from, response, url.pathname, file)
  else await sendChanged(from, response, url.pathname, slice)
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE'
      reject(isTaken ? new Error(`port ${port} is in use; --port selects another`) : error)
    })
    server.listen(port, '127.0.0.1', resolve)
  })
}

function originOf(server: Server): string {
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

function sendScript(code: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
  response.end(code)
}

/** Sends a built file with the headers that the gateway would send for its address, where it has no such file. */
function sendFile(
  from: GatewayResponse,
  to: ServerResponse,
  pathname: string,
  bytes: Uint8Array,
): void {
  from.resume()
  const { 'retry-after': _, ...headers } = withoutHopByHop(from.headers)
  const own = {
    'content-type': contentType(pathname),
    'content-length': bytes.length,
    'cache-control': 'no-store',
  }
  to.writeHead(200, { ...headers, ...own }).end(bytes)
}

/** Sends a response of the gateway; pages and the registry with the latest build in place of the live version. */
async function sendChanged(
  from: GatewayResponse,
  to: ServerResponse,
  pathname: string,
  slice: PublishedSlice | undefined,
): Promise<void> {
  const isOk = from.statusCode === 200 && from.headers['content-encoding'] === undefined
  const isPage = isOk && from.headers['content-type']?.startsWith('text/html') === true
  const isRegistry = isOk && pathname === REGISTRY
  if (!isPage && !isRegistry) return relay(from, to)
  const body = await text(from)
  const changed = isPage ? devPage(body, slice) : devRegistry(body, slice)
  const { 'content-length': _, etag: __, ...headers } = withoutHopByHop(from.headers)
  to.writeHead(200, { ...headers, 'cache-control': 'no-store' }).end(changed)
}
