/** Ports: one that is free, and whether a wanted one is. */
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'

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

export async function isFree(port: number): Promise<boolean> {
  for (const host of loopbacks()) if (!(await canListen(port, host))) return false
  return true
}

/** This machine's addresses for itself; there is no `::1` where IPv6 is off. */
export function loopbacks(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return ['127.0.0.1', ...(addresses.some(({ address }) => address === '::1') ? ['::1'] : [])]
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}
