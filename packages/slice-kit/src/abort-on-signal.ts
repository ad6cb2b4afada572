/** Returns an AbortSignal that SIGINT, SIGTERM or SIGHUP aborts. Sending the same signal again kills the process. */
export function abortOnSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => controller.abort())
  return controller.signal
}
