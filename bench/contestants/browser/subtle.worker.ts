/** The usual approach: the whole file in memory, hashed in one call. */
addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  const digest = await crypto.subtle.digest('SHA-256', await data.arrayBuffer())
  postMessage(
    Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  )
})
