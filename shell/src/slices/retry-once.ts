const PAUSE_MS = 300

/**
 * Retries once after {@link PAUSE_MS}: a dropped connection usually recovers quickly. After a longer outage, the
 * user retries.
 */
export async function retryOnce<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    return load()
  }
}
