import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { request as httpsRequest } from 'node:https'

/** Headers of one connection, which must not be passed on (RFC 9110, 7.6.1). */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer']

/** A response of the gateway whose body has not been read. */
export type GatewayResponse = IncomingMessage & { statusCode: number }

/**
 * Sends a request to the gateway under `address`, as if the browser had sent it there: with the gateway's host name, and its
 * origin in place of `ownOrigin`.
 *
 * @throws Error if the gateway cannot be reached
 */
export function forward(
  request: IncomingMessage,
  { gateway, ownOrigin, address, plain }: Forwarding,
): Promise<GatewayResponse> {
  const { protocol, hostname, port, host } = new URL(gateway)
  const headers: IncomingHttpHeaders = { ...withoutHopByHop(request.headers), host }
  if (headers.origin === ownOrigin) headers.origin = gateway
  if (plain) delete headers['accept-encoding']
  const send = protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path: address, method: request.method, headers }
    const sent = send(options, (response) => resolve(response as GatewayResponse))
    sent.on('error', reject)
    request.pipe(sent)
  })
}

type Forwarding = {
  gateway: string
  ownOrigin: string
  address: string
  /** True asks for a response without compression. */
  plain: boolean
}

/** Sends the gateway's response to the browser as it is. */
export function relay(from: GatewayResponse, to: ServerResponse): void {
  to.writeHead(from.statusCode, withoutHopByHop(from.headers))
  from.pipe(to)
  to.on('close', () => from.destroy())
}

export function withoutHopByHop(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)))
}
