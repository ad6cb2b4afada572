/** A tile has at most 8 KiB and a bundle 11 KiB; an anchor file contains the status of all certificates. */
const MAX_BYTES = 8 * 1024 * 1024

/** Reads a public file of a record at another address, without cookies. */
export async function readRecordFile(url: string): Promise<Uint8Array> {
  const response = await fetch(url, {
    credentials: 'omit',
    redirect: 'error',
    // Tiles never change; the newest states do.
    cache: url.includes('/tile/') ? 'default' : 'no-cache',
  })
  if (!response.ok) throw new Error(`status ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length > MAX_BYTES) throw new Error('the file is too large')
  return bytes
}
