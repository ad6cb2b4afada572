/** Downloads of limited size and time. */

export type Download = {
  timeoutMs: number
  maxBytes: number
  /** Sent as a POST request; without it, the request is a GET. */
  post?: { type: string; body: Uint8Array }
}

/** Returns what is at an address; null if it is too large. @throws Error without a successful response within the time */
export async function download(
  url: string,
  { maxBytes, post, timeoutMs }: Download,
): Promise<Uint8Array | null> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    ...(post && {
      method: 'POST',
      headers: { 'content-type': post.type },
      body: new Uint8Array(post.body),
    }),
  })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) return null
  }
  return Buffer.concat(chunks)
}
