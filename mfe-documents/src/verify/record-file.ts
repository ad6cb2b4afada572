/** A tile has at most 8 KiB and a bundle 11 KiB; an anchor file contains the status of all certificates. */
const MAX_BYTES = 8 * 1024 * 1024

/** Reads a public file of a record at another address, without cookies. Stops reading a file that is too large. */
export async function readRecordFile(url: string): Promise<Uint8Array> {
  const response = await fetch(url, {
    credentials: 'omit',
    redirect: 'error',
    // Tiles never change; the newest states do.
    cache: url.includes('/tile/') ? 'default' : 'no-cache',
  })
  if (!response.ok || !response.body) throw new Error(`status ${response.status}`)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const reader = response.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value)
    length += part.value.length
    if (length <= MAX_BYTES) continue
    await reader.cancel()
    throw new Error('the file is too large')
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
