import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PublishedSlice } from '@inkproof/slice/describe'
import { contentType } from './content-type.ts'
import { type LiveSite, withSlice } from './live-site.ts'
import { localUrl } from './local-request.ts'

export type CheckServer = { origin: string; stop(): Promise<void> }

/** Files that are not released yet, by their path, such as `/slices/mfe-x/1.0.0-abc/slice.js`. */
export type UnreleasedFiles = ReadonlyMap<string, Uint8Array>

/**
 * Serves the released files of `site` as the gateway does, with `slice` in place of its live version, on a free port of this
 * machine, for requests to its own host names. There are no services: every call is answered with 503. First screens and preload links are omitted.
 */
export async function startCheckServer(
  site: LiveSite,
  slice: PublishedSlice,
  files: UnreleasedFiles = new Map(),
): Promise<CheckServer> {
  const page = await site.page(withSlice(await site.registry(), slice))
  const server = createServer((request, response) => {
    const url = localUrl(request, response)
    if (url === null) return
    const served = { site, files, page }
    respond(served, url.pathname, response).catch(() => response.writeHead(404).end())
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

type Served = { site: LiveSite; files: UnreleasedFiles; page: string }

async function respond(
  { site, files, page }: Served,
  pathname: string,
  response: ServerResponse,
): Promise<void> {
  const send = (type: string, body: string | Uint8Array, status = 200) =>
    response.writeHead(status, { 'content-type': type }).end(body)
  if (pathname.startsWith('/api/')) send('application/json', '{}', 503)
  else if (pathname.startsWith('/static/') || pathname.startsWith('/slices/'))
    send(contentType(pathname), files.get(pathname) ?? (await site.file(pathname)))
  else send('text/html; charset=utf-8', page)
}
