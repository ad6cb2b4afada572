/** Requests time-stamps from a list of authorities over HTTP (RFC 3161, 3.4). */
import { randomBytes } from 'node:crypto'
import { NoTimeStamp, TimeStampError } from './errors.ts'
import { checkResponse, type TimeStamp } from './time-stamp/check-response.ts'
import { timeStampRequest } from './time-stamp/request.ts'

export type { TimeStamp } from './time-stamp/check-response.ts'

export type TimeStampOptions = {
  /** Addresses of the authorities, in the order in which they are asked. */
  urls: string[]
  /** For each authority, in milliseconds; 5 s by default. */
  timeoutMs?: number
  now?: () => Date
}

const DEFAULT_TIMEOUT_MS = 5000
const MAX_RESPONSE_BYTES = 64 * 1024

/**
 * Requests a time-stamp of a SHA-256 digest. Authorities that fail are skipped.
 *
 * @throws NoTimeStamp with the failure of each authority
 */
export async function requestTimeStamp(
  digest: Uint8Array,
  { urls, timeoutMs = DEFAULT_TIMEOUT_MS, now = () => new Date() }: TimeStampOptions,
): Promise<TimeStamp> {
  const failures: NoTimeStamp['failures'] = []
  for (const url of urls) {
    try {
      const nonce = randomBytes(8).readBigUInt64BE()
      const response = await post(url, timeStampRequest(digest, nonce), timeoutMs)
      return checkResponse(response, { digest, nonce, now: now() })
    } catch (error) {
      if (!(error instanceof TimeStampError)) throw error
      failures.push({ url, code: error.code })
    }
  }
  throw new NoTimeStamp(failures)
}

/** A function that requests tokens, as `sign` and `timeStampDocument` need it. */
export function timeStamper(
  options: TimeStampOptions,
): (digest: Uint8Array) => Promise<Uint8Array> {
  return async (digest) => (await requestTimeStamp(digest, options)).token
}

async function post(url: string, body: Buffer, timeoutMs: number): Promise<Uint8Array> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new TimeStampError('http-status')
    }
    return await readLimited(response)
  } catch (error) {
    if (error instanceof TimeStampError) throw error
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
    throw new TimeStampError(isTimeout ? 'timeout' : 'unreachable', { cause: error })
  }
}

async function readLimited(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > MAX_RESPONSE_BYTES) throw new TimeStampError('malformed')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
