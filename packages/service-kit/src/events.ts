import type { Response } from 'express'

/** One client's stream of server-sent events. */
export type EventStream = {
  /** Sends one event with `data` as JSON. Disconnects a client that has stopped reading. */
  send(data: unknown): void
  close(): void
}

/** All open streams of a process; closed when it stops. */
export type EventStreams = {
  open(res: Response, onClose?: () => void): EventStream
  closeAll(): void
  readonly count: number
}

const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 2_000
/** A client with more unread bytes is disconnected; it reconnects and receives the current state. */
const MAX_UNREAD_BYTES = 1024 * 1024

/** Creates the set of a process's event streams. Clients read them with fetch, which can send a bearer token. */
export function createEventStreams(): EventStreams {
  const streams = new Set<EventStream>()
  return {
    open: (res, onClose) => openStream(streams, res, onClose),
    closeAll: () => {
      for (const stream of streams) stream.close()
    },
    get count() {
      return streams.size
    },
  }
}

function openStream(streams: Set<EventStream>, res: Response, onClose?: () => void): EventStream {
  res.set({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // nginx would otherwise buffer events.
    'x-accel-buffering': 'no',
  })
  res.write(`retry: ${RECONNECT_MS}\n\n`)
  const write = (text: string) => {
    res.write(text)
    if (res.writableLength > MAX_UNREAD_BYTES) res.destroy()
  }
  const stream: EventStream = {
    send: (data) => write(`data: ${JSON.stringify(data)}\n\n`),
    close: () => res.end(),
  }
  const heartbeat = setInterval(() => write(': heartbeat\n\n'), HEARTBEAT_MS)
  streams.add(stream)
  res.on('close', () => {
    clearInterval(heartbeat)
    streams.delete(stream)
    onClose?.()
  })
  return stream
}
