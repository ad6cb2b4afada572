import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the test service received. */
export type ReceivedRequest = {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** The response to send: a status, and a body sent as JSON unless it is a string or bytes. */
export type TestResponse = { status?: number; body?: unknown; headers?: Record<string, string> }

/** Starts a real HTTP service on a free port that records the requests it receives. */
export async function serve(
  respond: (request: ReceivedRequest) => TestResponse | Promise<TestResponse>,
) {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = incoming
    const received = { method, url, headers, body: Buffer.concat(chunks).toString() }
    requests.push(received)
    const { status = 200, body = '', headers: extra = {} } = await respond(received)
    const isSentAsIs = typeof body === 'string' || body instanceof Uint8Array
    const content = isSentAsIs ? body : JSON.stringify(body)
    outgoing.writeHead(status, { 'content-type': 'application/json', ...extra }).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { origin: `http://127.0.0.1:${port}`, requests, stop }
}
