import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request sent by the slice. */
export type ReceivedRequest = { method: string; path: string; body: unknown }

/** A status and a body; `drop` closes the connection after the request has arrived. */
export type StubResponse =
  | { status?: number; body?: unknown; headers?: Record<string, string> }
  | 'drop'

type Handler = (
  request: ReceivedRequest,
  outgoing: ServerResponse,
) => StubResponse | Promise<StubResponse> | undefined

/** Sets the URL of the page; provided by browser-env.mjs. */
declare const visit: (url: string) => void

/** Starts a service on a free port, as the page's origin. A handler that responds itself returns undefined. */
export async function startService(handler: Handler) {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    const request = await read(incoming)
    requests.push(request)
    const response = await handler(request, outgoing)
    if (response === undefined) return
    if (response === 'drop') outgoing.destroy()
    else send(outgoing, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  visit(`http://127.0.0.1:${port}/`)
  const stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(resolve)
    })
  return { requests, stop }
}

async function read(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const { method = '', url = '' } = incoming
  return { method, path: url, body: text === '' ? null : JSON.parse(text) }
}

function send(
  outgoing: ServerResponse,
  { status = 200, body = '', headers = {} }: Exclude<StubResponse, 'drop'>,
) {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  outgoing.writeHead(status, headers).end(isRaw ? body : JSON.stringify(body))
}
