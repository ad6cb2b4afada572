/** A time-stamp authority behind HTTP, for tests. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { respond, type TimeStampAuthority } from '../time-stamp-authority.ts'

export type TestServer = { url: string; requests: number; stop(): Promise<void> }

export type Answer = (body: Buffer, response: ServerResponse) => void | Promise<void>

/** Starts a server on a free port that answers every request with `answer`. */
export async function serve(answer: Answer): Promise<TestServer> {
  const server = createServer((request, response) => {
    result.requests++
    void readBody(request).then((body) => answer(body, response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const result: TestServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests: 0,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return result
}

/** Starts a genuine authority. */
export function serveTimeStamps(authority: TimeStampAuthority): Promise<TestServer> {
  return serve(async (body, response) => {
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' })
    response.end(await respond(authority, body))
  })
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
