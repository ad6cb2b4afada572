import { RequestError } from '@inkproof/slice'

/** Longer than this nobody waits for one answer. */
const PATIENCE_MS = 90_000

/** Asks again when the service says how long to wait (429), so that a thousand files get through. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  const endsAt = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const waitMs = wantedWait(error)
      if (waitMs === null || Date.now() + waitMs > endsAt) throw error
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}

function wantedWait(error: unknown): number | null {
  if (!(error instanceof RequestError) || error.status !== 429) return null
  return (error.retryAfterS ?? 1) * 1000
}
