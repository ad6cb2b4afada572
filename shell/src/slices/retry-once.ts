const PAUSE_MS = 300

/** A dropped connection usually recovers in a moment; anything longer is for the person to retry. */
export async function retryOnce<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    return load()
  }
}
