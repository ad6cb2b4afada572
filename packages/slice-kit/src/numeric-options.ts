/** Options of commands that are numbers. */

/** A timer that is set for much longer would fire at once. */
const MAX_INTERVAL_S = 86_400
const MAX_PORT = 65_535

/**
 * Parses `--every`, in seconds.
 *
 * @throws Error unless it is 0 or between 1 and 86400
 */
export function parseInterval(text: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (seconds === 0 || (seconds >= 1 && seconds <= MAX_INTERVAL_S)) return seconds
  throw new Error(`--every takes seconds, 0 or 1 to ${MAX_INTERVAL_S}, not "${text}"`)
}

/**
 * Parses `--port`; 0 selects a free port.
 *
 * @throws Error unless it is an integer from 0 to 65535
 */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= MAX_PORT) return port
  throw new Error(`--port takes a number from 0 to ${MAX_PORT}, not "${text}"`)
}
