/**
 * A proxy in front of a service that a test can switch off: it then refuses connections or leaves
 * them unanswered.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Front = {
  url: string
  /**
   * Forwards calls, refuses them like a stopped service, or leaves them unanswered like a hanging
   * one.
   */
  set(state: 'open' | 'gone' | 'hanging'): void
  stop(): Promise<void>
}

export async function startFront(service: string): Promise<Front> {
  const { hostname, port } = new URL(service)
  const sockets = new Set<Socket>()
  let state: Parameters<Front['set']>[0] = 'open'
  const server = createServer((caller) => {
    sockets.add(caller)
    caller.on('close', () => sockets.delete(caller)).on('error', () => caller.destroy())
    if (state === 'gone') caller.resetAndDestroy()
    if (state !== 'open') return
    const behind = connect(Number(port), hostname)
    behind.on('error', () => caller.destroy())
    caller.on('close', () => behind.destroy())
    caller.pipe(behind).pipe(caller)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const shut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    // Connections kept alive by the gateway would bypass the new state.
    set: (next) => {
      state = next
      shut()
    },
    stop: async () => {
      shut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
