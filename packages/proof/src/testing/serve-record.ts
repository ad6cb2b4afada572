/** Serves a sample record over HTTP: its files below `/log`, and the node of its chain at `/rpc`. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SampleRecord } from './sample-record.ts'

/** A running server. The addresses have no trailing slash. */
export type ServedRecord = { logUrl: string; rpcUrl: string; stop: () => Promise<void> }

/** Starts the server on a free port. Any website may read it, like the files of a real record. */
export async function serveRecord({ read, rpc }: SampleRecord): Promise<ServedRecord> {
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'content-type')
    const { method, url = '' } = request
    try {
      if (method === 'OPTIONS') response.end()
      else if (url.startsWith('/log/')) response.end(await read(url.slice('/log/'.length)))
      else response.end(await respond(rpc, request))
    } catch {
      response.statusCode = 404
      response.end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    logUrl: `${base}/log`,
    rpcUrl: `${base}/rpc`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function respond(
  rpc: SampleRecord['rpc'],
  request: AsyncIterable<Uint8Array>,
): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString())
  return JSON.stringify({ jsonrpc: '2.0', id, result: await rpc(method, params) })
}
