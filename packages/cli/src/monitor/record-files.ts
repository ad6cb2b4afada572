/** Reads the files of a record over HTTP, with limits on time and size. */
import { Contradiction, Unavailable } from './contradiction.ts'
import { type RetryOptions, retry } from './retry.ts'

/** Reads files by their path below the record's address. */
export type RecordFiles = {
  /** @throws Contradiction FILE_MISSING, FILE_INVALID (too large); Unavailable */
  read: (path: string) => Promise<Uint8Array>
  /** Returns undefined when the file does not exist. @throws as `read`, except FILE_MISSING */
  readIfExists: (path: string) => Promise<Uint8Array | undefined>
}

/** Far above the size of any file of a record of a billion entries. */
const MAX_FILE_BYTES = 16 * 1024 * 1024
const TIMEOUT_MS = 20_000
const MISSING = [404, 410]

/** Creates a reader of the files below `base`. A missing file is asked for again, because a mirror can lag behind. */
export function createRecordFiles(base: string, options: RetryOptions): RecordFiles {
  const fetchFile = (path: string, isDone: (result: Uint8Array | undefined) => boolean) =>
    retry(options, () => fetchOnce(`${base}/${path}`, path, options.signal), {
      isDone,
      isTransient,
    })
  return {
    readIfExists: (path) => fetchFile(path, () => true),
    read: async (path) => {
      const bytes = await fetchFile(path, (result) => result !== undefined)
      if (bytes) return bytes
      throw new Contradiction('FILE_MISSING', 'A file of the signed state does not exist.', {
        path,
      })
    },
  }
}

function isTransient(error: unknown): boolean {
  return error instanceof Unavailable
}

async function fetchOnce(
  url: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await fetch(url, {
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    if (MISSING.includes(response.status)) return void (await response.body?.cancel())
    if (response.ok) return await readBody(response, path)
    await response.body?.cancel()
    throw new Unavailable(`The record responded with status ${response.status} for ${path}.`)
  } catch (error) {
    if (error instanceof Unavailable || error instanceof Contradiction) throw error
    throw new Unavailable(`The record did not respond for ${path}: ${describe(error)}`)
  }
}

async function readBody(response: Response, path: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_FILE_BYTES)
      throw new Contradiction('FILE_INVALID', 'A file of the record is far too large.', { path })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Network errors of `fetch` have their reason in `cause`. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message
}
