/** Finds free ports and checks whether a port is free. */
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'

/**
 * Below the ephemeral port range, so that no outgoing connection takes the port between choosing it and listening
 * on it.
 */
const RANGE = { first: 20_000, count: 12_000 }

const issuedPorts = new Set<number>()

/** Returns a loopback port that is free and that this process has not returned before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = RANGE.first + Math.floor(Math.random() * RANGE.count)
    if (!issuedPorts.has(port) && (await isFree(port))) {
      issuedPorts.add(port)
      return port
    }
  }
}

export async function isFree(port: number): Promise<boolean> {
  for (const host of loopbackAddresses()) if (!(await canListen(port, host))) return false
  return true
}

/** The loopback addresses of this machine; there is no `::1` if IPv6 is disabled. */
export function loopbackAddresses(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return ['127.0.0.1', ...(addresses.some(({ address }) => address === '::1') ? ['::1'] : [])]
}

/** Returns whether this process can listen at the address; port 0 stands for any port. */
export function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}
