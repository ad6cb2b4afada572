import { httpTileReader, type TileReader } from '@inkproof/proof/tile'

const TIMEOUT_MS = 10_000
/** Far above the size of any file of a record; the largest contain the revocation status of millions of entries. */
const MAX_FILE_BYTES = 16 * 1024 * 1024

/** Reads the files of the record at this address, such as `https://host/log`. */
export function readRecordAt(url: string): TileReader {
  return httpTileReader(url.replace(/\/+$/, ''), getWithLimits)
}

/** Sends a request with a limit on the time and on the size of the response. */
async function getWithLimits(url: string): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const { body } = response
  if (!response.ok || body === null) return response
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > MAX_FILE_BYTES) throw new Error(`${url} is too large`)
    chunks.push(chunk)
  }
  return new Response(Buffer.concat(chunks))
}
