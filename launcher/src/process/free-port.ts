/** Ports: one that is free, and whether a wanted one is. */
import { createServer } from 'node:net'

/**
 * Below the range that systems take for outgoing connections: between choosing a port and listening
 * on it, nobody's request may borrow it.
 */
const RANGE = { first: 20_000, count: 12_000 }

const given = new Set<number>()

/** A loopback port that nothing listens on and that this process has not handed out before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = RANGE.first + Math.floor(Math.random() * RANGE.count)
    if (!given.has(port) && (await isFree(port))) {
      given.add(port)
      return port
    }
  }
}

/** The wanted port where it is free, else any free one. */
export async function portNear(wanted: number): Promise<number> {
  return (await isFree(wanted)) ? wanted : freePort()
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
