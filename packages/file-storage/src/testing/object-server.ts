/** A server with the S3 calls that a file store makes, whose faults the test controls. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { FileStoreDeps } from '../file-store.ts'

/** Answers a request in place of the server. Returns false to let the server answer it. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean

export type ObjectServer = {
  settings: Partial<FileStoreDeps>
  objects: Map<string, Buffer>
  /** How many requests were received. */
  requests(): number
  setFault(fault: Fault | undefined): void
  close(): void
}

/** Starts a server without objects, on a free port. */
export async function startObjectServer(): Promise<ObjectServer> {
  const objects = new Map<string, Buffer>()
  let fault: Fault | undefined
  let requests = 0
  const server = createServer(async (request, response) => {
    requests += 1
    if (fault?.(request, response)) return
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const name = pathname.slice(pathname.lastIndexOf('/') + 1)
    if (request.method === 'PUT') objects.set(name, await buffer(request))
    if (request.method === 'DELETE') objects.delete(name)
    const bytes = objects.get(name)
    if (request.method !== 'GET') response.writeHead(200).end()
    else if (bytes === undefined) answerError(response, 404, 'NoSuchKey')
    else response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      FILE_STORAGE: 's3://stored/files',
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    },
    objects,
    requests: () => requests,
    setFault: (next) => {
      fault = next
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Answers with an error as S3 does. */
export function answerError(response: ServerResponse, status: number, code: string): true {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
  return true
}
