import { once } from 'node:events'
import { createServer } from 'node:http'

export type StaticServer = { origin: string; close(): Promise<void> }

/** Serves texts by path; HTML at `/`, scripts elsewhere. */
export async function serveTexts(texts: ReadonlyMap<string, string>): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const text = texts.get(request.url ?? '')
    const type = request.url === '/' ? 'text/html' : 'text/javascript'
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': `${type}; charset=utf-8` })
    response.end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
