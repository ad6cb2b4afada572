const CONCURRENT_REQUESTS = 8

/** Runs `work` for each item, for up to eight at a time. Throws the first error. */
export async function mapConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const remaining = items.values()
  const runners = Array.from({ length: CONCURRENT_REQUESTS }, async () => {
    for (const item of remaining) await work(item)
  })
  await Promise.all(runners)
}
