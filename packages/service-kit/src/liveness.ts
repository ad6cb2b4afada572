/**
 * Watches whether a process still responds, for the launcher and for the entry process of the images. A process that
 * is stopped, or whose event loop is blocked, keeps its port and never exits by itself. Imports only Node's modules,
 * because the launcher runs before any service is built. See docs/decisions/liveness.md.
 */

/** The check: an address that must respond, `/healthz` of a service, or another check, within a limit of its own. */
export type LivenessCheck = { url: string } | { isAlive(): Promise<boolean> }

export type LivenessOptions = LivenessCheck & {
  /** Called once, after `failures` checks in a row have failed. Not called before the first success. */
  onDead(): void
  /** Time from the start of a check to the start of the next one, unless the check takes longer, in milliseconds. */
  everyMs?: number
  /** Time limit of a request to `url`, in milliseconds. */
  timeoutMs?: number
  failures?: number
}

export type LivenessWatch = {
  /** Whether the process has responded since the watch began. */
  hasResponded(): boolean
  stop(): void
}

/** The same until the process responds, so that a crash soon afterwards is not taken for a failed start. */
const START_EVERY_MS = 200

const DEFAULTS = { everyMs: 1_000, timeoutMs: 2_000, failures: 3 }

/**
 * Begins to check a process that has just been started. With the default times, a process that stops responding is
 * reported after 6 to 7 s. A process that has not responded yet is still starting, however long that takes.
 */
export function watchLiveness(options: LivenessOptions): LivenessWatch {
  const { onDead, everyMs, timeoutMs, failures } = { ...DEFAULTS, ...options }
  const isAliveNow =
    'url' in options ? () => respondsWithin(options.url, timeoutMs) : options.isAlive
  const state = { hasResponded: false, failures: 0, isStopped: false }
  let timer: NodeJS.Timeout
  const intervalMs = () => (state.hasResponded ? everyMs : Math.min(everyMs, START_EVERY_MS))
  const check = async () => {
    const startedMs = performance.now()
    const isAlive = await isAliveNow()
    if (state.isStopped) return
    if (isAlive) state.hasResponded = true
    state.failures = isAlive || !state.hasResponded ? 0 : state.failures + 1
    if (state.failures === failures) onDead()
    else timer = setTimeout(check, Math.max(0, startedMs + intervalMs() - performance.now()))
  }
  timer = setTimeout(check, intervalMs())
  return {
    hasResponded: () => state.hasResponded,
    stop: () => {
      state.isStopped = true
      clearTimeout(timer)
    },
  }
}

async function respondsWithin(url: string, timeoutMs: number): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
