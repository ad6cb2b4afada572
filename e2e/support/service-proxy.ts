/** A TCP proxy in front of a service. A test can make it refuse connections or leave them unanswered. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type ServiceProxy = {
  url: string
  /**
   * Forwards connections, refuses them like a stopped service, or leaves them unanswered like a hanging one.
   */
  setState(state: 'open' | 'refusing' | 'hanging'): void
  stop(): Promise<void>
}

export async function startServiceProxy(service: string): Promise<ServiceProxy> {
  const { hostname, port } = new URL(service)
  const sockets = new Set<Socket>()
  let state: Parameters<ServiceProxy['setState']>[0] = 'open'
  const server = createServer((client) => {
    sockets.add(client)
    client.on('close', () => sockets.delete(client)).on('error', () => client.destroy())
    if (state === 'refusing') client.resetAndDestroy()
    if (state !== 'open') return
    const upstream = connect(Number(port), hostname)
    upstream.on('error', () => client.destroy())
    client.on('close', () => upstream.destroy())
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setState: (next) => {
      state = next
      // Connections kept alive by the gateway would bypass the new state.
      closeConnections()
    },
    stop: async () => {
      closeConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
