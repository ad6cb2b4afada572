import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { EventStreams } from './events.ts'
import type { Log } from './log.ts'

const DRAIN_TIMEOUT_MS = 9_000

const IDLE_CHECK_MS = 50

/**
 * Tracks a server's connections and returns a function that drains them: it accepts no new connections, closes event
 * streams, and waits up to 9 s for responses in progress.
 *
 * Needed because Node's `closeIdleConnections` ignores connections that have not sent a request yet.
 */
export function createDrain(server: Server, streams: EventStreams): () => Promise<void> {
  const inFlight = new Map<Socket, number>()
  const addRequests = (socket: Socket, delta: number) =>
    inFlight.set(socket, (inFlight.get(socket) ?? 0) + delta)
  server.on('connection', (socket) => {
    addRequests(socket, 0)
    socket.on('close', () => inFlight.delete(socket))
  })
  server.on('request', ({ socket }, res) => {
    addRequests(socket, 1)
    res.on('close', () => inFlight.has(socket) && addRequests(socket, -1))
  })
  const closeIdle = () => {
    for (const [socket, requests] of inFlight) if (requests === 0) socket.destroy()
  }
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    streams.closeAll()
    const interval = setInterval(closeIdle, IDLE_CHECK_MS)
    const timeout = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS)
    await closed
    clearInterval(interval)
    clearTimeout(timeout)
  }
}

/**
 * Stops the service on SIGTERM and SIGINT and exits with 0, or with 1 if stopping fails. Takes the service while it is
 * still starting, so that no signal is missed; it is then stopped as soon as it has started.
 */
export function stopOnSignals(starting: Promise<{ stop(): Promise<void> }>, log: Log): void {
  const stop = async (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping')
    try {
      await (await starting).stop()
      process.exit(0)
    } catch (error) {
      log.error({ err: error }, 'stopping failed')
      process.exit(1)
    }
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
