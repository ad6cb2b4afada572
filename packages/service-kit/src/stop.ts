import type { Server } from 'node:http'
import type { EventStreams } from './events.ts'
import type { Log } from './log.ts'

const DRAIN_WITHIN_MS = 9_000

const IDLE_CHECK_MS = 50

/** Takes no new connections, closes event streams, and waits for answers in flight, at most 9 s. */
export async function drain(server: Server, streams: EventStreams): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  streams.closeAll()
  // A connection kept alive by its client becomes idle only after its last answer.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
  const end = setTimeout(() => server.closeAllConnections(), DRAIN_WITHIN_MS)
  await closed
  clearInterval(sweep)
  clearTimeout(end)
}

/** Stops the service on SIGTERM and SIGINT and ends the process with 0; with 1 when stopping fails. */
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
