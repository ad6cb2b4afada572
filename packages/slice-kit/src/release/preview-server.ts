import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { PublishedSlice } from '@inkproof/slice/describe'
import { readIfExists } from './files.ts'
import { releasePaths } from './paths.ts'
import { readRegistry } from './registry.ts'

export type Preview = { origin: string; stop(): Promise<void> }

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}
const INCLUDE = /<!--# include virtual="([^"]*)"[^>]* -->/g
const ECHO = /<!--# echo var="request_id" -->/g

/**
 * Serves the released files below `out` as the gateway does, with `slice` in place of its live version, on a free port
 * of this machine. There are no services: every call is answered with 503. First screens and preload links are omitted.
 */
export async function startPreview(out: string, slice: PublishedSlice): Promise<Preview> {
  const page = await pageWith(out, slice)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    respond(out, pathname, page, response).catch(() => response.writeHead(404).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function respond(
  out: string,
  pathname: string,
  page: string,
  response: ServerResponse,
): Promise<void> {
  const { shell, slices } = releasePaths(out)
  const send = (type: string, body: string | Uint8Array, status = 200) =>
    response.writeHead(status, { 'content-type': type }).end(body)
  if (pathname.startsWith('/api/')) send('application/json', '{}', 503)
  else if (pathname.startsWith('/static/') || pathname.startsWith('/slices/')) {
    const folder = pathname.startsWith('/static/') ? shell : path.dirname(slices)
    const type = TYPES[path.extname(pathname)] ?? 'application/octet-stream'
    send(type, await readFile(path.join(folder, pathname)))
  } else send('text/html; charset=utf-8', page)
}

/** Returns the shell's page with the includes that the gateway resolves. */
async function pageWith(out: string, slice: PublishedSlice): Promise<string> {
  const html = (await readIfExists(releasePaths(out).page)) ?? ''
  const registry = await readRegistry(out)
  const slices = [...registry.slices.filter(({ id }) => id !== slice.id), slice]
  const list = JSON.stringify({ ...registry, slices }).replaceAll('<', '\\u003c')
  return html
    .replaceAll(INCLUDE, (_, address) => (address === '/slices.json' ? list : ''))
    .replaceAll(ECHO, 'preview')
}
