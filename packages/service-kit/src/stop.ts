import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { EventStreams } from './events.ts'
import type { Log } from './log.ts'

const DRAIN_TIMEOUT_MS = 9_000

const IDLE_CHECK_MS = 50

/**
 * Tracks a server's connections, so that it can be drained: accepts no new ones, closes event streams, and waits
 * for responses in progress, at most 9 s.
 *
 * Node's `closeIdleConnections` ignores connections that have not sent a request yet.
 */
export function makeDrain(server: Server, streams: EventStreams): () => Promise<void> {
  const inFlight = new Map<Socket, number>()
  const count = (socket: Socket, by: number) =>
    inFlight.set(socket, (inFlight.get(socket) ?? 0) + by)
  server.on('connection', (socket) => {
    count(socket, 0)
    socket.on('close', () => inFlight.delete(socket))
  })
  server.on('request', ({ socket }, res) => {
    count(socket, 1)
    res.on('close', () => inFlight.has(socket) && count(socket, -1))
  })
  const closeIdle = () => {
    for (const [socket, requests] of inFlight) if (requests === 0) socket.destroy()
  }
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    streams.closeAll()
    const sweep = setInterval(closeIdle, IDLE_CHECK_MS)
    const end = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS)
    await closed
    clearInterval(sweep)
    clearTimeout(end)
  }
}

/** Stops the service on SIGTERM and SIGINT and exits with 0, or with 1 if stopping fails. */
export function stopOnSignals(service: { stop(): Promise<void> }, log: Log): void {
  const stop = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping')
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
