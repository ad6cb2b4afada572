/**
 * Returns the message of a call that failed because the browser was offline; undefined for any other error. The error's
 * class belongs to packages/slice, whose copy in an older shell does not have it.
 */
export function offlineMessage(error: unknown): string | undefined {
  return error instanceof Error && error.name === 'OfflineError' ? error.message : undefined
}
