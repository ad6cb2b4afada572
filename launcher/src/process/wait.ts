/** Waits for conditions, and checks whether a port or URL responds. */
import { connect } from 'node:net'

export type WaitOptions = {
  timeoutMs: number
  everyMs?: number
  what: string
  /** Ends the wait with its reason. */
  signal?: AbortSignal
}

/** Repeats `check` until it returns true. @throws Error naming `what` on timeout */
export async function waitFor(
  check: () => Promise<boolean>,
  { timeoutMs, everyMs = 50, what, signal }: WaitOptions,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await check())) {
    signal?.throwIfAborted()
    if (Date.now() > deadline)
      throw new Error(`${what} did not respond within ${timeoutMs / 1000} s`)
    await pause(everyMs)
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * Without `expected`, returns true if the port accepts a connection. With `expected`, sends `probe` if given, and
 * returns whether the first bytes of the response match.
 */
export function isPortResponding(
  port: number,
  { probe, expected }: { probe?: string; expected?: RegExp } = {},
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const finish = (result: boolean) => {
      socket.destroy()
      resolve(result)
    }
    socket.setTimeout(2000, () => finish(false))
    socket.on('error', () => finish(false))
    socket.on('connect', () => {
      if (expected === undefined) finish(true)
      else if (probe !== undefined) socket.write(probe)
    })
    socket.on('data', (bytes) => finish(expected?.test(bytes.toString()) ?? true))
  })
}

/** Returns true if the URL responds with 2xx within two seconds. */
export async function isHttpOk(url: string, init: RequestInit = {}): Promise<boolean> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(2000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
