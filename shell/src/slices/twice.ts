const PAUSE_MS = 300

/** A dropped connection is over in a moment; anything that lasts is for the person to retry. */
export async function twice<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    return load()
  }
}
