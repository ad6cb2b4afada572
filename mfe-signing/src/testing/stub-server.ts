/** An HTTP server that stands in for a service, with the page at its address. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type StubRequest = { method: string; path: string; body: Buffer }
export type StubResponse =
  | { status: number; code?: string; body?: unknown }
  /** The request has its effect, but the connection is lost before the response. */
  | 'lost'
  /** The request does not arrive. */
  | 'drop'

/** Sets the URL of the page; provided by browser-env.mjs. */
declare const visit: (url: string) => void

/**
 * Starts a server.
 *
 * @param intercept answers instead of the service; undefined lets it answer
 * @param respond the service
 */
export async function startStubServer(
  intercept: (request: StubRequest) => StubResponse | undefined,
  respond: (request: StubRequest) => Promise<StubResponse>,
) {
  const requests: StubRequest[] = []

  async function answer(request: StubRequest): Promise<StubResponse> {
    const intercepted = intercept(request)
    if (intercepted !== undefined && intercepted !== 'lost') return intercepted
    const response = await respond(request)
    return intercepted ?? response
  }

  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray())
    const request = { method: incoming.method ?? '', path: incoming.url ?? '', body }
    requests.push(request)
    send(outgoing, await answer(request))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  visit(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(resolve)
    })
  return { requests, stop }
}

function send(outgoing: ServerResponse, response: StubResponse): void {
  if (typeof response === 'string') {
    outgoing.destroy()
    return
  }
  const { body = '', code, status } = response
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  outgoing
    .writeHead(status, code === undefined ? {} : { 'inkproof-error': code })
    .end(isRaw ? body : JSON.stringify(body))
}
