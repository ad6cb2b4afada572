/** An HTTP proxy in front of a service that records requests with a body, as the gateway forwards them. */
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RecordedRequest = { path: string; headers: IncomingHttpHeaders; body: string }

export type ServiceRecorder = {
  url: string
  requests: RecordedRequest[]
  stop(): Promise<void>
}

export async function startServiceRecorder(service: string): Promise<ServiceRecorder> {
  const requests: RecordedRequest[] = []
  const server = createServer((received, response) => {
    const { method, url: path = '/', headers } = received
    const recorded = { path, headers, body: '' }
    const forwarded = request(service + path, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    received.on('data', (bytes) => {
      recorded.body += bytes
    })
    received.on('end', () => recorded.body !== '' && requests.push(recorded))
    received.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
