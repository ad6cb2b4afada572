import type { IncomingMessage, ServerResponse } from 'node:http'

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns the URL of a request to a server that is meant for browsers of this machine only. Returns null if it answered the
 * request itself: with 421 if `Host` is not a name of this machine with the server's port, as after DNS rebinding, by which
 * another site would read the responses; with 400 if the address is malformed.
 */
export function localUrl(request: IncomingMessage, response: ServerResponse): URL | null {
  const origins = LOCAL_NAMES.map((name) => new URL(`http://${name}:${request.socket.localPort}`))
  const origin = origins.find(({ host }) => host === request.headers.host)
  if (origin === undefined) return refuse(response, 421, 'this server is for this machine only')
  const address = request.url ?? '/'
  if (!URL.canParse(address, origin.href)) return refuse(response, 400, 'the address is malformed')
  return new URL(address, origin)
}

function refuse(response: ServerResponse, status: number, reason: string): null {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(`${reason}\n`)
  return null
}
