import type { Response } from 'express'

/** One reader's stream of server-sent events. */
export type EventStream = {
  /** Sends one event: `data` as JSON. A reader that has stopped reading is let go. */
  send(data: unknown): void
  close(): void
}

/** All open streams of a process; closed together when it stops. */
export type EventStreams = {
  open(res: Response, onClose?: () => void): EventStream
  closeAll(): void
  readonly count: number
}

const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 2_000
/** Unread bytes after which a reader counts as gone; it reconnects and gets the present state. */
const UNREAD_LIMIT_BYTES = 1024 * 1024

/** Makes the set of a process's server-sent-event streams (read by fetch, so that a bearer can be sent). */
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
    // nginx would hold events back to fill its buffer.
    'x-accel-buffering': 'no',
  })
  res.write(`retry: ${RECONNECT_MS}\n\n`)
  const write = (text: string) => {
    res.write(text)
    if (res.writableLength > UNREAD_LIMIT_BYTES) res.destroy()
  }
  const stream: EventStream = {
    send: (data) => write(`data: ${JSON.stringify(data)}\n\n`),
    close: () => res.end(),
  }
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS)
  streams.add(stream)
  res.on('close', () => {
    clearInterval(heartbeat)
    streams.delete(stream)
    onClose?.()
  })
  return stream
}
